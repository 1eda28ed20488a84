import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLAIM_LINKS } from '../../api/queries/keys';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { SwitchField, TextareaField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { type ClaimLink, saveClaimLink } from './api';
import { domainsOf, fromField, toField } from './times';

interface ClaimLinkDialogProps {
  groupId: number;
  /** The link to edit. Without it, a new one is created. */
  link?: ClaimLink;
  onClose: () => void;
}

/** Creates or edits a claim link. */
export function ClaimLinkDialog({ groupId, link, onClose }: ClaimLinkDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({
    initial: {
      name: link?.name ?? '',
      opens_at: toField(link?.opens_at ?? null),
      closes_at: toField(link?.closes_at ?? null),
      quota: link?.quota ? String(link.quota) : '',
      allowed_domains: link?.allowed_domains.join('\n') ?? '',
      needs_approval: link?.needs_approval ?? false,
    },
    labels: {
      name: t('claims.form.name'),
      opens_at: t('claims.form.opens'),
      closes_at: t('claims.form.closes'),
      quota: t('claims.form.quota'),
      allowed_domains: t('claims.form.domains'),
      needs_approval: t('claims.form.approval'),
    },
    rules: { name: [required, maxLength(255)] },
  });
  const save = form.submit(async (values) => {
    const input = {
      name: values.name,
      opens_at: fromField(values.opens_at),
      closes_at: fromField(values.closes_at),
      quota: values.quota === '' ? null : Number(values.quota),
      allowed_domains: domainsOf(values.allowed_domains),
      needs_approval: values.needs_approval,
      state: link?.state ?? ('active' as const),
      group_id: groupId,
    };
    await saveClaimLink(link?.id ?? null, input, key);
    await queries.invalidateQueries({ queryKey: CLAIM_LINKS });
    toast.success(t(link ? 'claims.saved' : 'claims.created'));
    onClose();
  });
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={t(link ? 'claims.edit' : 'claims.new')}
      size={560}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} description={t('claims.form.nameHelp')} data-autofocus />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextField field={form.field('opens_at')} type="datetime-local" />
            <TextField field={form.field('closes_at')} type="datetime-local" />
          </SimpleGrid>
          <TextField
            field={form.field('quota')}
            description={t('claims.form.quotaHelp')}
            type="number"
            min={1}
            max={1_000_000}
          />
          <TextareaField
            field={form.field('allowed_domains')}
            description={t('claims.form.domainsHelp')}
            placeholder="example.org"
            minRows={2}
            dir="ltr"
          />
          <SwitchField field={form.field('needs_approval')} description={t('claims.form.approvalHelp')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t(link ? 'claims.form.save' : 'claims.form.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
