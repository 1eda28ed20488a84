import { Button, Menu } from '@mantine/core';
import { IconBrandLinkedin, IconCode, IconLink, IconMail, IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { logShare } from '../../api/tracking';
import { toast } from '../../ui/toast/toast';
import type { PublicCredential } from './api';
import { embedCode, linkedInProfileAddress, linkedInShareAddress, mailAddress } from './links';

/** Ways to share a credential. */
export function ShareMenu({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const copy = async (text: string, said: string, way: string) => {
    await navigator.clipboard.writeText(text);
    logShare(way);
    toast.success(said);
  };
  const subject = t('public.share.subject', { name: credential.name, recipient: credential.recipient.name });
  const outside = { component: 'a', target: '_blank', rel: 'noopener noreferrer' } as const;
  return (
    <>
      {credential.actions.linkedin && (
        <Button
          component="a"
          href={linkedInProfileAddress(credential)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => logShare('linkedin_profile')}
          leftSection={<IconBrandLinkedin size={18} aria-hidden />}
        >
          {t('public.share.profile')}
        </Button>
      )}
      {credential.actions.share && (
        <Menu position="bottom">
          <Menu.Target>
            <Button variant="default" leftSection={<IconShare size={16} aria-hidden />}>
              {t('public.share.title')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconLink size={16} />}
              onClick={() => void copy(credential.url, t('public.share.linkCopied'), 'link')}
            >
              {t('public.share.copyLink')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconMail size={16} />}
              component="a"
              href={mailAddress(subject, credential.url)}
              onClick={() => logShare('mail')}
            >
              {t('public.share.mail')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconBrandLinkedin size={16} />}
              {...outside}
              href={linkedInShareAddress(credential.url)}
              onClick={() => logShare('linkedin')}
            >
              {t('public.share.linkedIn')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconCode size={16} />}
              onClick={() => void copy(embedCode(credential), t('public.share.codeCopied'), 'code')}
            >
              {t('public.share.copyCode')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
