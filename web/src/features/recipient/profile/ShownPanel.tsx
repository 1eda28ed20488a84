import { Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { isolate } from '../../../lib/bidi';
import { EmptyState } from '../../../ui/EmptyState';
import { Panel } from '../../../ui/Panel';
import { toast } from '../../../ui/toast/toast';
import { PickCredentials } from '../collections/PickCredentials';
import { OrderedCredentials } from '../OrderedCredentials';
import { type Profile, type ProfileChange, type ProfileItem, profileQuery, updateProfile } from './api';
import { useSaved } from './useSaved';

const idsOf = (items: readonly ProfileItem[]) => items.map(({ credential }) => credential.uuid);

/** Which credentials the profile shows, and in which order. */
export function ShownPanel({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const saved = useSaved();
  const [picking, setPicking] = useState(false);
  const [chosen, setChosen] = useState<Profile['shows'] | null>(null);
  const { items } = profile;
  const shows = chosen ?? profile.shows;
  const update = async (change: ProfileChange, done?: string) => {
    try {
      saved(await updateProfile(change));
      if (done) toast.success(done);
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || t('profile.shown.failed'), []);
    }
  };
  const choose = async (value: Profile['shows']) => {
    setChosen(value);
    await update({ shows: value });
    setChosen(null);
  };
  const add = (
    <Button variant="default" onClick={() => setPicking(true)}>
      {t('profile.shown.add')}
    </Button>
  );
  return (
    <Panel title={t('profile.shown.title')} action={shows === 'chosen' && items.length > 0 ? add : undefined}>
      <Radio.Group
        label={t('profile.shown.which')}
        value={shows}
        onChange={(value) => void choose(value as Profile['shows'])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="chosen" label={t('profile.shown.chosen')} />
          <Radio value="all" label={t('profile.shown.all')} />
        </Stack>
      </Radio.Group>
      {shows === 'all' ? (
        <Text size="sm" c="dimmed">
          {t('profile.shown.allHelp')}
        </Text>
      ) : items.length === 0 ? (
        <EmptyState title={t('profile.shown.none')} description={t('profile.shown.noneHelp')} action={add} />
      ) : (
        <OrderedCredentials
          queryKey={profileQuery().queryKey}
          hold={(all) => ({ ...profile, items: all })}
          items={items}
          save={(next) => updateProfile({ credential_ids: idsOf(next) })}
          onRemove={(item) =>
            void update(
              { credential_ids: idsOf(items.filter((other) => other !== item)) },
              t('profile.shown.removed', { name: isolate(item.credential.name) }),
            )
          }
          words={{
            remove: t('profile.shown.remove'),
            removeOf: (name) => t('profile.shown.removeOf', { name }),
          }}
        />
      )}
      {picking && (
        <PickCredentials
          title={t('profile.shown.pick')}
          held={idsOf(items)}
          heldWords={t('profile.shown.held')}
          failedWords={t('profile.shown.failed')}
          onAdd={async (ids) => saved(await updateProfile({ credential_ids: [...idsOf(items), ...ids] }))}
          onClose={() => setPicking(false)}
        />
      )}
    </Panel>
  );
}
