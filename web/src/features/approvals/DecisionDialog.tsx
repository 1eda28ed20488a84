import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api/errors';
import { APPROVALS, CREDENTIALS, HOME, invalidate, OPERATIONS } from '../../api/queries/keys';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { toast } from '../../ui/toast/toast';
import { type Decision, decide } from './api';

interface DecisionDialogProps {
  uuid: string;
  decision: Decision;
  onClose: () => void;
}

/** Asks for the comment on a decision, and makes it. */
export function DecisionDialog({ uuid, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const needed = decision === 'reject' || decision === 'override';
  const save = async () => {
    setBusy(true);
    try {
      await decide(uuid, decision, comment);
      toast.success(t(`approvals.${decision}.done`));
      onClose();
    } catch (error) {
      setProblems(wordsOf(error, t('problem.generic')));
      setBusy(false);
    } finally {
      await invalidate(queries, APPROVALS, HOME, CREDENTIALS, OPERATIONS);
    }
  };
  return (
    <Modal opened onClose={onClose} size={480} title={t(`approvals.${decision}.title`)}>
      <Stack gap="md">
        <FormProblems problems={problems} />
        <Text c="dimmed">{t(`approvals.${decision}.body`)}</Text>
        {decision !== 'withdraw' && (
          <Textarea
            data-autofocus
            label={t(decision === 'override' ? 'approvals.override.reason' : 'approvals.fact.comment')}
            required={needed}
            maxLength={1000}
            autosize
            minRows={2}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button
            {...(decision !== 'approve' && { color: 'red' })}
            loading={busy}
            disabled={needed && comment.trim() === ''}
            onClick={() => void save()}
          >
            {t(`approvals.${decision}.action`)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
