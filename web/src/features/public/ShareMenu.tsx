import { Button } from '@mantine/core';
import { IconBrandLinkedin, IconShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logShare } from '../../api/tracking';
import type { PublicCredential } from './api';
import { linkedInProfileAddress } from './links';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog')).ShareDialog }));

/** Ways to share a credential. The link of a private one has a key, so it leaves the page only through the dialog, which says so. */
export function ShareMenu({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const linkedIn = <IconBrandLinkedin size={18} aria-hidden />;
  return (
    <>
      {credential.actions.linkedin &&
        (credential.private ? (
          <Button leftSection={linkedIn} onClick={() => setOpened(true)}>
            {t('public.share.profile')}
          </Button>
        ) : (
          <Button
            component="a"
            href={linkedInProfileAddress(credential)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => logShare('linkedin_profile')}
            leftSection={linkedIn}
          >
            {t('public.share.profile')}
          </Button>
        ))}
      {credential.actions.share && (
        <Button
          variant="default"
          leftSection={<IconShare size={16} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          {t('public.share.title')}
        </Button>
      )}
      {opened && (
        <Suspense fallback={null}>
          <ShareDialog credential={credential} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
