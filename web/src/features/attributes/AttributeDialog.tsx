import { Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { ATTRIBUTES } from '../../api/queries/keys';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { toast } from '../../ui/toast/toast';
import { type AttributeKey, createAttribute, updateAttribute } from './api';
import { keyOf, nameProblem, tidyName } from './names';

const KINDS = ['text', 'date', 'email', 'image'] as const;

interface AttributeDialogProps {
  /** The attribute to edit. Without it, a new one is created. */
  attribute?: AttributeKey;
  /** Initial name of a new attribute. */
  suggestedName?: string;
  /** All attributes, to detect duplicates before saving. */
  known: readonly AttributeKey[];
  onSaved?: (attribute: AttributeKey) => void;
  onClose: () => void;
}

/** Creates or edits a custom attribute. */
export function AttributeDialog(props: AttributeDialogProps) {
  const { attribute, suggestedName, known, onSaved, onClose } = props;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState(attribute?.name ?? suggestedName ?? '');
  const [kind, setKind] = useState<AttributeKey['kind']>(attribute?.kind ?? 'text');
  const [touched, setTouched] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);

  const key = attribute?.key ?? keyOf(name);
  const taken = known.some(
    (other) => other.parent === 'custom' && other.id !== attribute?.id && sameName(other, name),
  );
  const problem = nameProblem(name);
  const wrong = problem
    ? t(`attributes.problem.${problem}`)
    : taken
      ? t('attributes.alert.upsertAttributeDuplicate')
      : undefined;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (wrong) return toast.formWarning(t('ui.form.correct', { count: 1 }), [t('attributes.form.name')]);
    setBusy(true);
    try {
      const input = { name: tidyName(name), kind };
      const saved = attribute?.id ? await updateAttribute(attribute.id, input) : await createAttribute(input);
      await queries.invalidateQueries({ queryKey: ATTRIBUTES });
      toast.success(t('attributes.alert.upsertAttributeSuccess'));
      onSaved?.(saved);
      onClose();
    } catch (error) {
      setRefused(
        refusalOf(
          error,
          t('attributes.alert.upsertAttributeDuplicate'),
          t('attributes.alert.upsertAttributeFailure'),
        ),
      );
      setBusy(false);
    }
  };

  return (
    <Modal opened onClose={onClose} title={t(attribute ? 'attributes.editTitle' : 'attributes.newTitle')}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={refused} />
          <TextInput
            data-autofocus
            label={t('attributes.form.name')}
            description={t('attributes.form.nameHelp')}
            value={name}
            dir="auto"
            error={touched && wrong}
            onBlur={() => setTouched(name !== '')}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setRefused([]);
            }}
          />
          <Select
            label={t('attributes.form.kind')}
            description={t(`attributes.kindHelp.${kind}`)}
            value={kind}
            data={KINDS.map((value) => ({ value, label: t(`attributes.kind.${value}`) }))}
            onChange={(value) => setKind((value ?? 'text') as AttributeKey['kind'])}
          />
          {key !== '' && !problem && (
            <Text c="dimmed">
              {t('attributes.form.tag')} <Code dir="ltr">{`[custom.${key}]`}</Code>
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t(attribute ? 'attributes.save' : 'attributes.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/**
 * Keys never change after creation. The key of a renamed attribute comes from its first name, so both names and keys are
 * compared.
 */
function sameName(other: AttributeKey, name: string): boolean {
  const key = keyOf(name);
  const tidy = tidyName(name).toLocaleLowerCase();
  return tidy !== '' && (other.name.toLocaleLowerCase() === tidy || (key !== '' && other.key === key));
}

/** The duplicate error has its own message, validation errors have the server's, and all others the generic one. */
function refusalOf(error: unknown, duplicate: string, failure: string): string[] {
  if (!(error instanceof ApiError)) return [failure];
  if (error.code === 'attribute.duplicate') return [duplicate];
  return error.lines.length > 0 ? error.lines : [failure];
}
