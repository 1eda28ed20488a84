import { Button, Checkbox, FileInput, Group, Select, Stack, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PUBLIC_CREDENTIAL } from '../../api/queries/keys';
import { RECIPIENT } from '../../api/recipient';
import { isolate } from '../../lib/bidi';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, TextareaField, TextField } from '../../ui/form/fields';
import { FormRefusal, useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import {
  askForName,
  KINDS,
  type NameChangeKind,
  type NameChangeReason,
  type OwnedCredential,
  type OwnNameChange,
  REASONS,
} from './api';

interface NameChangeDialogProps {
  credential: OwnedCredential;
  onClose: () => void;
}

const MOST_NAME = 255;
const MOST_NOTE = 1000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Requests a change from the issuer. A name must be typed twice to avoid new mistakes. */
export function NameChangeDialog({ credential, onClose }: NameChangeDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [proof, setProof] = useState<File | null>(null);
  const tooLarge = proof !== null && proof.size > MOST_BYTES;
  const [kind, setKind] = useState<NameChangeKind>('name');
  const ofName = kind === 'name';
  const form = useForm({
    initial: { requested_name: '', again: '', reason: '', note: '', all: false },
    labels: {
      requested_name: kind === 'name' ? t('recipient.name.name') : t(`recipient.name.value.${kind}`),
      again: t('recipient.name.again'),
      reason: t('recipient.name.reason'),
      note: t('recipient.name.note'),
      all: t('recipient.name.all', { issuer: isolate(credential.issuer.name) }),
    },
    rules: {
      requested_name: [required, maxLength(MOST_NAME)],
      again: ofName ? [required] : [],
      reason: ofName ? [required] : [],
      note: [maxLength(MOST_NOTE)],
    },
  });
  const save = form.submit(async ({ again, reason, ...values }) => {
    if (ofName && again.trim() !== values.requested_name.trim())
      throw new FormRefusal(t('recipient.name.differs'));
    if (tooLarge) throw new FormRefusal(t('recipient.name.tooLarge'));
    const asked = { ...values, kind, ...(ofName ? { reason: reason as NameChangeReason } : {}) };
    const { state } = await askForName(credential.uuid, asked, proof);
    await queries.invalidateQueries({ queryKey: RECIPIENT });
    await queries.invalidateQueries({ queryKey: PUBLIC_CREDENTIAL });
    toast.success(told(state, values.requested_name));
    onClose();
  });
  const told = (state: OwnNameChange['state'], address: string) => {
    if (state === 'unconfirmed')
      return t('recipient.name.askedAddress', { address: isolate(address.trim()) });
    return t(state === 'auto_approved' ? 'recipient.name.made' : 'recipient.name.asked');
  };
  return (
    <Modal opened onClose={onClose} size={520} closeOnClickOutside={false} title={t('recipient.name.ask')}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <Select
            label={t('recipient.name.what')}
            data={KINDS.map((value) => ({ value, label: t(`recipient.name.kinds.${value}`) }))}
            value={kind}
            onChange={(value) => {
              setKind(KINDS.find((one) => one === value) ?? 'name');
              form.set('requested_name', '');
            }}
          />
          {ofName && (
            <>
              <Text>{t('recipient.name.now', { name: isolate(credential.recipient.name) })}</Text>
              <TextField field={form.field('requested_name')} dir="auto" autoComplete="name" />
              <TextField field={form.field('again')} dir="auto" autoComplete="off" />
              <SelectField
                field={form.field('reason')}
                placeholder={t('recipient.name.chooseReason')}
                data={REASONS.map((value) => ({ value, label: t(`recipient.name.reasons.${value}`) }))}
              />
            </>
          )}
          {kind === 'email' && (
            <TextField
              field={form.field('requested_name')}
              type="email"
              dir="ltr"
              autoComplete="email"
              description={t('recipient.name.emailHelp')}
            />
          )}
          {kind === 'date' && <TextField field={form.field('requested_name')} type="date" />}
          {kind === 'other' && <TextareaField field={form.field('requested_name')} dir="auto" />}
          <TextareaField field={form.field('note')} dir="auto" description={t('recipient.name.noteHelp')} />
          <FileInput
            label={t('recipient.name.proof')}
            description={t('recipient.name.proofHelp', { issuer: isolate(credential.issuer.name) })}
            placeholder={t('recipient.name.chooseProof')}
            accept="application/pdf,image/png,image/jpeg"
            leftSection={<IconPaperclip size={16} aria-hidden />}
            clearable
            clearButtonProps={{ 'aria-label': t('recipient.name.removeProof') }}
            value={proof}
            error={tooLarge ? t('recipient.name.tooLarge') : undefined}
            onChange={setProof}
          />
          {ofName && (
            <Checkbox
              label={t('recipient.name.all', { issuer: isolate(credential.issuer.name) })}
              checked={form.values.all}
              onChange={(event) => form.set('all', event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('recipient.name.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
