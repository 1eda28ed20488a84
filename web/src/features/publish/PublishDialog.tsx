import { Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalAsked } from '../../api/client';
import { wordsOf } from '../../api/errors';
import { publicationAddress } from '../../api/publications';
import { approvalPolicyQuery } from '../../api/queries/approvals';
import { CREDENTIALS, GROUPS, invalidate } from '../../api/queries/keys';
import { useDepartment } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { followOperation } from '../../ui/progress/followed';
import { toast } from '../../ui/toast/toast';
import { ApprovalComment } from './ApprovalComment';
import { publish, type Selection, schedule } from './api';
import { HoldField } from './HoldField';
import { PublicationView } from './PublicationView';
import { PublishPlan } from './PublishPlan';
import { WhenField } from './WhenField';

/** The credentials to publish, with the counts known when the dialog opens. */
interface PublishTarget {
  selection: Selection;
  count: number;
  drafts: number;
  withoutDesign: number;
}

interface PublishDialogProps {
  target: PublishTarget;
  onClose: () => void;
}

/** Shows what will be published and emailed, starts it, and shows the progress. Closing the dialog does not cancel it. */
export function PublishDialog({ target, onClose }: PublishDialogProps) {
  const { t } = useTranslation();
  const [uuid, setUuid] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} size={520} closeOnClickOutside={false} title={t('publish.title')}>
      {uuid ? (
        <PublicationView uuid={uuid} onClose={onClose} />
      ) : (
        <PublishQuestion target={target} onStarted={setUuid} onClose={onClose} />
      )}
    </Modal>
  );
}

/** Loaded lazily, because the check needs the layout code of the editor. */
const DesignChecks = lazy(async () => ({ default: (await import('./DesignChecks')).DesignChecks }));

interface PublishQuestionProps extends PublishDialogProps {
  onStarted: (uuid: string) => void;
}

function PublishQuestion({ target, onStarted, onClose }: PublishQuestionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [sendEmail, setSendEmail] = useState(true);
  const { hold_minutes: usual } = useDepartment();
  const [holdMinutes, setHoldMinutes] = useState(usual);
  const [when, setWhen] = useState<string | null>(null);
  const waits = useQuery(approvalPolicyQuery()).data?.includes('publish') ?? false;
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const ready = target.drafts - target.withoutDesign;
  const already = target.count - target.drafts;
  const number = format.number(ready);

  const plan = async (at: string) => {
    const selection = { ...target.selection, send_email: sendEmail };
    const { changed_count: count } = await schedule(selection, new Date(at).toISOString(), idempotencyKey);
    await invalidate(queries, CREDENTIALS, GROUPS);
    toast.success(
      t('publish.when.done', {
        count,
        number: format.number(count),
        time: isolate(format.dateTime(new Date(at))),
      }),
    );
    onClose();
  };

  const start = async () => {
    setBusy(true);
    setProblems([]);
    try {
      if (when !== null) return await plan(when);
      const { uuid } = await publish(
        {
          ...target.selection,
          send_email: sendEmail,
          hold_minutes: sendEmail ? holdMinutes : 0,
          comment,
        },
        idempotencyKey,
      );
      followOperation(publicationAddress(uuid));
      onStarted(uuid);
    } catch (error) {
      if (error instanceof ApprovalAsked) return onClose();
      setProblems(wordsOf(error, t('problem.generic')));
      setBusy(false);
    }
  };

  return (
    <Stack gap="md">
      <FormProblems problems={problems} />
      {when === null && (
        <Text>{ready > 0 ? t('publish.what', { count: ready, number }) : t('publish.nothing')}</Text>
      )}
      <LeftOut already={already} withoutDesign={target.withoutDesign} />
      {ready > 0 && <PublishPlan selection={target.selection} sendEmail={sendEmail} />}
      {ready > 0 &&
        (waits ? (
          <ApprovalComment value={comment} onChange={setComment} />
        ) : (
          <WhenField value={when} onChange={setWhen} />
        ))}
      {ready > 0 && (
        <Checkbox
          label={t('publish.sendEmail')}
          description={sendEmail ? t('publish.mails', { count: ready, number }) : t('publish.noMails')}
          checked={sendEmail}
          onChange={(event) => setSendEmail(event.currentTarget.checked)}
        />
      )}
      {ready > 0 && sendEmail && when === null && (
        <HoldField value={holdMinutes} usual={usual} onChange={setHoldMinutes} />
      )}
      {ready > 0 && (
        <Suspense>
          <DesignChecks selection={target.selection} />
        </Suspense>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('ui.dialog.cancel')}
        </Button>
        <Button
          data-autofocus
          loading={busy}
          disabled={ready <= 0 || when === ''}
          onClick={() => void start()}
        >
          {t(when === null ? 'publish.confirm' : 'publish.when.confirm', {
            count: Math.max(ready, 0),
            number,
          })}
        </Button>
      </Group>
    </Stack>
  );
}

/** What is selected but will not be published. */
function LeftOut({ already, withoutDesign }: { already: number; withoutDesign: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (already <= 0 && withoutDesign <= 0) return null;
  return (
    <div>
      <Text fw={500}>{t('publish.not')}</Text>
      <List c="dimmed" spacing={2}>
        {already > 0 && (
          <List.Item>{t('publish.already', { count: already, number: format.number(already) })}</List.Item>
        )}
        {withoutDesign > 0 && (
          <List.Item>
            {t('publish.withoutDesign', { count: withoutDesign, number: format.number(withoutDesign) })}
          </List.Item>
        )}
      </List>
    </div>
  );
}
