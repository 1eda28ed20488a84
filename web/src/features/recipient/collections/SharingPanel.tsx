import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { useFormat } from '../../../i18n/useFormat';
import { CopyButton } from '../../../ui/CopyButton';
import { dialog } from '../../../ui/dialog/dialog';
import { Panel } from '../../../ui/Panel';
import { toast } from '../../../ui/toast/toast';
import {
  type Collection,
  type CollectionChange,
  collectionsKey,
  renewLink,
  updateCollection,
  VISIBILITIES,
  type Visibility,
} from './api';

/** Who can open a collection, its link, and until when the link works. */
export function SharingPanel({ collection }: { collection: Collection }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<Visibility | null>(null);
  const run = async (change: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await change();
      await queries.invalidateQueries({ queryKey: collectionsKey });
      toast.success(done);
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || t('collections.sharing.failed'), []);
    } finally {
      setBusy(false);
    }
  };
  const update = (change: CollectionChange) =>
    run(() => updateCollection(collection.id, change), t('collections.sharing.done'));
  // The choice shows at once, and goes back if it couldn’t be saved.
  const choose = async (visibility: Visibility) => {
    if (busy) return;
    setChosen(visibility);
    await update({ visibility });
    setChosen(null);
  };
  const renew = async () => {
    const sure = await dialog.confirm({
      title: t('collections.renew.title'),
      body: t('collections.renew.body'),
      confirmLabel: t('collections.renew.confirm'),
    });
    if (sure) await run(() => renewLink(collection.id), t('collections.renew.done'));
  };
  return (
    <Panel title={t('collections.sharing.title')}>
      <Radio.Group
        label={t('collections.sharing.who')}
        value={chosen ?? collection.visibility}
        onChange={(value) => void choose(value as Visibility)}
      >
        <Stack gap="xs" mt="xs">
          {VISIBILITIES.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`collections.visibility.${value}`)}
              description={t(`collections.visibilityHelp.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {collection.visibility !== 'private' && (
        <>
          <TextInput
            label={t('collections.sharing.link')}
            value={collection.url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
            rightSection={<CopyButton value={collection.url} label={t('collections.sharing.copy')} />}
          />
          <Expiry
            key={collection.expires_at}
            at={collection.expires_at}
            busy={busy}
            onChange={(expires_at) => void update({ expires_at })}
          />
          <Group>
            <Button variant="default" size="compact-sm" disabled={busy} onClick={() => void renew()}>
              {t('collections.renew.action')}
            </Button>
          </Group>
        </>
      )}
    </Panel>
  );
}

interface ExpiryProps {
  at: string | null;
  busy: boolean;
  onChange: (at: string | null) => void;
}

/** The last day on which the link works, where the reader is. */
function Expiry({ at, busy, onChange }: ExpiryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [day, setDay] = useState(at ? localDay(new Date(at)) : '');
  const choose = (value: string) => {
    setDay(value);
    if (value === '') onChange(null);
    else if (!Number.isNaN(Date.parse(value))) onChange(new Date(`${value}T23:59:59`).toISOString());
  };
  const over = at !== null && Date.parse(at) <= Date.now();
  return (
    <TextInput
      type="date"
      label={t('collections.sharing.until')}
      description={
        over
          ? t('collections.sharing.over', { date: format.date(localDay(new Date(at))) })
          : t('collections.sharing.untilHelp')
      }
      value={day}
      min={localDay(new Date())}
      readOnly={busy}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/** A day as YYYY-MM-DD in the reader's time zone. */
function localDay(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
