import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { actionAddress, startAction } from '../../api/actions';
import { ApprovalAsked } from '../../api/client';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, TextareaField } from '../../ui/form/fields';
import { type Form, useForm } from '../../ui/form/useForm';
import { followOperation } from '../../ui/progress/followed';
import { toast } from '../../ui/toast/toast';
import { changeStanding, refreshCredentials } from './api';
import { REASONS, type StandingTarget, type StandingVerb } from './standing';

interface StandingDialogProps {
  target: StandingTarget;
  /** `done` is true if something was changed. */
  onClose: (done: boolean) => void;
}

interface StandingValues {
  reason: string;
  note: string;
  send_email: boolean;
}

const MOST = 500;

/** Explains what suspending, reinstating or revoking means, asks for a reason, and does it. */
export function StandingDialog({ target, onClose }: StandingDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const { verb, count, name } = target;
  const words = { count, number: format.number(count) };
  const navigate = useNavigate();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const form = useForm<StandingValues>({
    initial: { reason: '', note: '', send_email: true },
    labels: {
      reason: t('credentials.standing.reason'),
      note: t('credentials.standing.note'),
      send_email: t('credentials.standing.sendEmail'),
    },
    rules: {
      reason: verb === 'revoke' ? [required] : [maxLength(MOST)],
      note: [maxLength(MOST)],
    },
  });
  const save = form.submit(async (values) => {
    try {
      await change(values);
    } catch (error) {
      if (!(error instanceof ApprovalAsked)) throw error;
      onClose(true);
    }
  });
  const change = async (values: StandingValues) => {
    const all = target.selection.all_matching;
    if (all) {
      const { send_email, ...why } = { reason: undefined, note: undefined, ...given(verb, values) };
      const { uuid } = await startAction(verb, { all_matching: all, send_email }, why, idempotencyKey);
      followOperation(actionAddress(uuid));
      onClose(true);
      return void navigate(actionAddress(uuid));
    }
    const done = await changeStanding(verb, { ...target.selection, ...given(verb, values) }, idempotencyKey);
    await refreshCredentials(queries);
    const lines = [
      t(`credentials.standing.${verb}.done`, {
        count: done.changed_count,
        number: format.number(done.changed_count),
      }),
    ];
    if (done.refused_count > 0) {
      const left = { count: done.refused_count, number: format.number(done.refused_count) };
      lines.push(t('credentials.standing.left', left));
    }
    toast.success(lines.join(' '));
    onClose(true);
  };
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      size={520}
      closeOnClickOutside={false}
      title={
        name === undefined
          ? t(`credentials.standing.${verb}.title`, words)
          : t(`credentials.standing.${verb}.titleOne`, { name: isolate(name) })
      }
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <Text>{t(`credentials.standing.${verb}.body`)}</Text>
          <StandingFields verb={verb} form={form} />
          <Checkbox
            label={t('credentials.standing.sendEmail')}
            description={t('credentials.standing.sendEmailHelp')}
            checked={form.values.send_email}
            onChange={(event) => form.set('send_email', event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              data-autofocus={verb === 'reinstate' || undefined}
              onClick={() => onClose(false)}
            >
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" color={verb === 'revoke' ? 'red' : undefined} loading={form.busy}>
              {t(`credentials.standing.${verb}.confirm`, words)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function StandingFields({ verb, form }: { verb: StandingVerb; form: Form<StandingValues> }) {
  const { t } = useTranslation();
  if (verb === 'reinstate') return null;
  if (verb === 'suspend')
    return (
      <TextareaField
        field={form.field('reason')}
        description={t('credentials.standing.privateReasonHelp')}
        dir="auto"
        data-autofocus
      />
    );
  return (
    <>
      <SelectField
        field={form.field('reason')}
        placeholder={t('credentials.standing.chooseReason')}
        description={t('credentials.standing.reasonHelp')}
        data={REASONS.map((value) => ({ value, label: t(`revocation.${value}`) }))}
        data-autofocus
      />
      <TextareaField field={form.field('note')} description={t('credentials.standing.noteHelp')} dir="auto" />
    </>
  );
}

/** Returns the request fields for a verb. */
function given(verb: StandingVerb, { reason, note, send_email }: StandingValues) {
  if (verb === 'reinstate') return { send_email };
  return verb === 'suspend' ? { reason, send_email } : { reason, note, send_email };
}
