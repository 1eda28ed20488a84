import { Button, FileButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../../lib/bidi';
import { Panel } from '../../../ui/Panel';
import { toast } from '../../../ui/toast/toast';
import { MOST_PHOTO, type Profile, removePhoto } from './api';
import { CropDialog } from './CropDialog';
import styles from './profile.module.css';
import { useSaved } from './useSaved';

/** The photo of the profile. */
export function PhotoPanel({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const saved = useSaved();
  const [file, setFile] = useState<File | null>(null);
  const { photo_url: photo, name } = profile;
  const choose = (picked: File | null) => {
    if (picked && picked.size > MOST_PHOTO) toast.formWarning(t('profile.photo.tooLarge'), []);
    else setFile(picked);
  };
  const remove = async () => {
    try {
      saved(await removePhoto());
      toast.success(t('profile.photo.removed'));
    } catch {
      toast.formWarning(t('profile.photo.failed'), []);
    }
  };
  return (
    <Panel title={t('profile.photo.title')}>
      {photo && (
        <img src={photo} alt={t('profile.photoAlt', { name: isolate(name) })} className={styles.photo} />
      )}
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="compact-sm">
              {t(photo ? 'profile.photo.change' : 'profile.photo.add')}
            </Button>
          )}
        </FileButton>
        {photo && (
          <Button variant="subtle" size="compact-sm" onClick={() => void remove()}>
            {t('profile.photo.remove')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('profile.photo.help')}
      </Text>
      {file && <CropDialog file={file} onClose={() => setFile(null)} />}
    </Panel>
  );
}
