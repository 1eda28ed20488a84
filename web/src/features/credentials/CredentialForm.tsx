import { Anchor, Collapse, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FORM_TEXTS } from '../../api/recipientTexts';
import { useFormat } from '../../i18n/useFormat';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, TextareaField, TextField } from '../../ui/form/fields';
import type { FieldProps, Form } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { AttributeField } from './AttributeField';
import type { AttributeKey, Group } from './api';
import styles from './CredentialForm.module.css';
import { type CredentialValues, CUSTOM, expiryOf, sortAttributes } from './credentialForm';
import { RecipientText } from './RecipientText';

interface CredentialFormProps {
  form: Form<CredentialValues>;
  group: Group;
  attributes: readonly AttributeKey[];
  /** Names of the attributes that the group's designs use. */
  used: readonly string[];
  isNew: boolean;
}

/** The fields of a credential: the recipient, the dates, and the attributes of its design. */
export function CredentialForm({ form, group, attributes, used, isNew }: CredentialFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { shown, rest } = useMemo(() => sortAttributes(attributes, used), [attributes, used]);
  const [open, { toggle }] = useDisclosure(false);
  const computed = expiryOf(form.values.issued_on ?? '', group.auto_expiry);
  const privacies = isNew ? (['inherit', 'public', 'private'] as const) : (['public', 'private'] as const);
  return (
    <div>
      <FormProblems
        problems={form.problems.length > 0 ? [t('credentials.saveFailed'), ...form.problems] : []}
      />
      <Panel title={t('credentials.form.recipient')}>
        {FORM_TEXTS.map(({ field, input }, index) => (
          <RecipientText
            key={field}
            field={form.field(field)}
            input={input}
            autoFocus={isNew && index === 0}
          />
        ))}
      </Panel>
      <Panel title={t('credentials.form.credential')}>
        <div className={styles.pair}>
          <DateField field={form.field('issued_on')} />
          <DateField
            field={form.field('expired_on')}
            min={form.values.issued_on}
            description={
              computed && !form.values.expired_on
                ? t('credentials.form.expiryFromGroup', { date: format.date(computed) })
                : t('credentials.form.expiryEmpty')
            }
          />
        </div>
        <div className={styles.pair}>
          <TextField
            field={form.field('grade')}
            inputMode="decimal"
            description={t('credentials.form.gradeHelp')}
          />
          <TextField
            field={form.field('license_id')}
            dir="ltr"
            description={t('credentials.form.ownIdHelp')}
          />
        </div>
        <TextField
          field={form.field('name')}
          dir="auto"
          placeholder={group.course_name}
          description={t('credentials.form.ownHelp')}
        />
        <TextareaField field={form.field('description')} dir="auto" placeholder={group.course_description} />
        <SelectField
          field={form.field('private')}
          data={privacies.map((value) => ({ value, label: t(`credentials.privacy.${value}`) }))}
        />
      </Panel>
      {attributes.length > 0 && (
        <Panel title={t('credentials.form.attributes')}>
          {shown.map((attribute) => (
            <AttributeField
              key={attribute.key}
              attribute={attribute}
              field={form.field(CUSTOM + attribute.key)}
            />
          ))}
          {rest.length > 0 && (
            <>
              <Anchor
                component="button"
                type="button"
                onClick={toggle}
                aria-expanded={open}
                className={styles.more}
              >
                {t(open ? 'credentials.form.fewer' : 'credentials.form.more', {
                  count: rest.length,
                  number: format.number(rest.length),
                })}
              </Anchor>
              <Collapse expanded={open}>
                <div className={styles.rest}>
                  {rest.map((attribute) => (
                    <AttributeField
                      key={attribute.key}
                      attribute={attribute}
                      field={form.field(CUSTOM + attribute.key)}
                    />
                  ))}
                </div>
              </Collapse>
            </>
          )}
        </Panel>
      )}
    </div>
  );
}

function DateField({
  field,
  description,
  min,
}: {
  field: FieldProps<string>;
  description?: string;
  min?: string;
}) {
  const { onChange, required, ...props } = field;
  return (
    <TextInput
      {...props}
      type="date"
      min={min || undefined}
      max="9999-12-31"
      description={description}
      aria-required={required}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
