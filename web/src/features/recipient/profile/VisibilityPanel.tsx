import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { CopyButton } from '../../../ui/CopyButton';
import { Panel } from '../../../ui/Panel';
import { toast } from '../../../ui/toast/toast';
import { type Profile, type ProfileChange, updateProfile } from './api';
import { useSaved } from './useSaved';

/** Who can see the profile, and its link. */
export function VisibilityPanel({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const saved = useSaved();
  const [busy, setBusy] = useState(false);
  const { published, indexable, slug, url } = profile;
  const update = async (change: ProfileChange, done: string) => {
    if (busy) return;
    setBusy(true);
    try {
      saved(await updateProfile(change));
      toast.success(done);
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || t('profile.publish.failed'), []);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t('profile.publish.title')}>
      <Switch
        label={t('profile.publish.switch')}
        description={t(slug ? 'profile.publish.help' : 'profile.publish.needsSlug')}
        checked={published}
        disabled={!slug}
        onChange={({ currentTarget: { checked } }) =>
          void update({ published: checked }, t(checked ? 'profile.publish.done' : 'profile.publish.undone'))
        }
      />
      <Switch
        label={t('profile.publish.index')}
        description={t('profile.publish.indexHelp')}
        checked={indexable}
        disabled={!slug}
        onChange={({ currentTarget: { checked } }) =>
          void update({ indexable: checked }, t('profile.publish.saved'))
        }
      />
      {url && (
        <TextInput
          label={t('collections.sharing.link')}
          value={url}
          readOnly
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
          rightSection={<CopyButton value={url} label={t('profile.copy')} />}
        />
      )}
    </Panel>
  );
}
