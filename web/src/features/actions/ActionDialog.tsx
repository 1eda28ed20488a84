import { Button, Checkbox, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type ActionParams, actionAddress, startAction } from '../../api/actions';
import { ApprovalAsked } from '../../api/client';
import { wordsOf } from '../../api/errors';
import { groupChoicesQuery } from '../../api/queries/groups';
import type { components } from '../../api/schema.v1.gen';
import { useFormat } from '../../i18n/useFormat';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { followOperation } from '../../ui/progress/followed';

/** The kinds that this dialog handles. The other kinds have their own dialogs. */
type AskedKind = 'expiry' | 'privacy' | 'move' | 'resend' | 'remind' | 'delete';

interface ActionTarget {
  kind: AskedKind;
  selection: Pick<components['schemas']['Selection'], 'credential_ids' | 'all_matching'>;
  count: number;
}

interface ActionDialogProps {
  target: ActionTarget;
  /** `begun` is true if the operation was started. */
  onClose: (begun: boolean) => void;
}

/** Explains a bulk operation and its number of credentials, starts it, and opens its page. */
export function ActionDialog({ target, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { kind, count, selection } = target;
  const words = { count, number: format.number(count) };
  const [params, setParams] = useState<ActionParams | null>(START[kind]);
  const [sendEmail, setSendEmail] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [idempotencyKey] = useState(() => crypto.randomUUID());

  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (!params) return setProblems([t(kind === 'move' ? 'actions.chooseGroup' : 'actions.chooseDate')]);
    setBusy(true);
    setProblems([]);
    try {
      const mailing = kind === 'delete' ? { send_email: sendEmail } : {};
      const { uuid } = await startAction(kind, { ...selection, ...mailing }, params, idempotencyKey);
      followOperation(actionAddress(uuid));
      onClose(true);
      void navigate(actionAddress(uuid));
    } catch (error) {
      if (error instanceof ApprovalAsked) return onClose(true);
      setProblems(wordsOf(error, t('problem.generic')));
      setBusy(false);
    }
  };

  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      size={480}
      closeOnClickOutside={false}
      title={t(`actions.title.${kind}`)}
    >
      <form noValidate onSubmit={(event) => void start(event)}>
        <Stack gap="md">
          <FormProblems problems={problems} />
          <Text>{t(`actions.body.${kind}`)}</Text>
          {kind === 'expiry' && <ExpiryFields onChange={setParams} />}
          {kind === 'privacy' && (
            <Radio.Group
              label={t('actions.privacy.label')}
              value={params?.privacy}
              onChange={(privacy) => setParams({ privacy: privacy as ActionParams['privacy'] })}
            >
              <Stack gap="xs" mt="xs">
                {(['private', 'public', 'inherit'] as const).map((value) => (
                  <Radio key={value} value={value} label={t(`actions.privacy.${value}`)} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {kind === 'move' && (
            <GroupField onChange={(id) => setParams(id === null ? null : { group_id: id })} />
          )}
          {kind === 'delete' && (
            <Checkbox
              label={t('credentials.delete.sendEmail')}
              checked={sendEmail}
              onChange={(event) => setSendEmail(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => onClose(false)}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" color={kind === 'delete' ? 'red' : undefined} loading={busy}>
              {t(`actions.confirm.${kind}`, words)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The initial parameters of each kind. null means that the user has to choose first. */
const START: Record<AskedKind, ActionParams | null> = {
  expiry: { expired_on: '' },
  privacy: { privacy: 'private' },
  move: null,
  resend: {},
  remind: {},
  delete: {},
};

/** Yesterday's date in UTC, as on the server. */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

function ExpiryFields({ onChange }: { onChange: (params: ActionParams | null) => void }) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState('never');
  const [day, setDay] = useState('');
  const choose = (next: string, date = day) => {
    setChoice(next);
    setDay(date);
    if (next === 'never') onChange({ expired_on: '' });
    else if (next === 'now') onChange({ expired_on: yesterday() });
    else onChange(date ? { expired_on: date } : null);
  };
  return (
    <>
      <Radio.Group label={t('actions.expiry.label')} value={choice} onChange={(next) => choose(next)}>
        <Stack gap="xs" mt="xs">
          {(['never', 'now', 'date'] as const).map((value) => (
            <Radio key={value} value={value} label={t(`actions.expiry.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {choice === 'date' && (
        <TextInput
          type="date"
          label={t('actions.expiry.lastDay')}
          value={day}
          maw={240}
          onChange={(event) => choose('date', event.currentTarget.value)}
        />
      )}
    </>
  );
}

function GroupField({ onChange }: { onChange: (id: number | null) => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(groupChoicesQuery('', { state: 'active', page_size: 200 }));
  return (
    <Select
      label={t('actions.group')}
      placeholder={t('actions.chooseGroup')}
      data={data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
      searchable
      data-autofocus
      onChange={(value) => onChange(value === null ? null : Number(value))}
    />
  );
}
