import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { email } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { AttributeField } from './AttributeField';
import { type AttributeKey, type Credential, refreshCredentials, updateCredential } from './api';
import styles from './CredentialPage.module.css';

interface InlineAttributeProps {
  credential: Credential;
  attribute: AttributeKey;
  /** The formatted value; empty if there is none. */
  shown: string;
}

/** The value of a custom attribute, with inline editing. */
export function InlineAttribute({ credential, attribute, shown }: InlineAttributeProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (open) return <Editor credential={credential} attribute={attribute} onClose={() => setOpen(false)} />;
  return (
    <span className={styles.inline}>
      <bdi>{shown || '–'}</bdi>
      <ActionIcon
        size="sm"
        color="gray"
        aria-label={t('credentials.inline.edit', { name: attribute.name })}
        onClick={() => setOpen(true)}
      >
        <IconPencil size={15} />
      </ActionIcon>
    </span>
  );
}

interface EditorProps {
  credential: Credential;
  attribute: AttributeKey;
  onClose: () => void;
}

function Editor({ credential, attribute, onClose }: EditorProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { [attribute.key]: String(credential.custom_attributes[attribute.key] ?? '') },
    labels: { [attribute.key]: attribute.name },
    rules: attribute.kind === 'email' ? { [attribute.key]: [email] } : {},
  });
  const save = form.submit(async (values) => {
    const value = values[attribute.key]?.trim() || null;
    const custom_attributes = { ...credential.custom_attributes, [attribute.key]: value };
    await updateCredential(credential.uuid, { custom_attributes });
    await refreshCredentials(queries);
    toast.success(t('credentials.saved'));
    onClose();
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="xs">
        <FormProblems problems={form.problems} />
        <AttributeField attribute={attribute} field={form.field(attribute.key)} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={form.busy}>
            {t('credentials.inline.save')}
          </Button>
          <Button variant="default" size="xs" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
