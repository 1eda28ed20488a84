import { Alert, Button, Group, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import {
  IconBrandFacebook,
  IconBrandLinkedin,
  IconBrandWhatsapp,
  IconBrandX,
  IconLock,
  IconMail,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logShare } from '../../api/tracking';
import { qrPNG, qrSVG } from '../../lib/qr';
import { saveBlob } from '../../lib/saveBlob';
import { CopyButton } from '../../ui/CopyButton';
import { Modal } from '../../ui/dialog/Modal';
import { TabStrip } from '../../ui/TabStrip';
import type { PublicCredential } from './api';
import {
  embedCode,
  facebookAddress,
  linkedInFields,
  linkedInProfileAddress,
  linkedInShareAddress,
  mailAddress,
  signatureCode,
  whatsAppAddress,
  xAddress,
} from './links';
import styles from './ShareDialog.module.css';

interface ShareDialogProps {
  credential: PublicCredential;
  onClose: () => void;
}

/** All ways to share a credential: its link, networks, a LinkedIn profile, codes for pages and emails, and a QR code. */
export function ShareDialog({ credential, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const { share, linkedin } = credential.actions;
  const [open, setOpen] = useState(share ? 'link' : 'profile');
  return (
    <Modal opened onClose={onClose} size={560} title={t('share.title')}>
      <Stack gap="md">
        {credential.private && (
          <Alert color="yellow" icon={<IconLock aria-hidden />} title={t('share.private.title')}>
            {t('share.private.text')}
          </Alert>
        )}
        <Tabs value={open} onChange={(value) => value && setOpen(value)} keepMounted={false}>
          <TabStrip open={open}>
            {share && <Tabs.Tab value="link">{t('share.link')}</Tabs.Tab>}
            {linkedin && <Tabs.Tab value="profile">{t('share.profile.tab')}</Tabs.Tab>}
            {share && <Tabs.Tab value="code">{t('share.code')}</Tabs.Tab>}
            {share && <Tabs.Tab value="qr">{t('share.qr')}</Tabs.Tab>}
          </TabStrip>
          <Tabs.Panel value="link">
            <Links credential={credential} />
          </Tabs.Panel>
          <Tabs.Panel value="profile">
            <Profile credential={credential} />
          </Tabs.Panel>
          <Tabs.Panel value="code">
            <Codes credential={credential} />
          </Tabs.Panel>
          <Tabs.Panel value="qr">
            <QRCode credential={credential} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Modal>
  );
}

type Shared = Pick<ShareDialogProps, 'credential'>;

function Links({ credential }: Shared) {
  const { t } = useTranslation();
  const { url } = credential;
  const subject = t('public.share.subject', { name: credential.name, recipient: credential.recipient.name });
  const ways = [
    {
      way: 'linkedin',
      label: t('public.share.linkedIn'),
      icon: IconBrandLinkedin,
      href: linkedInShareAddress(url),
    },
    { way: 'x', label: t('share.on', { network: 'X' }), icon: IconBrandX, href: xAddress(subject, url) },
    {
      way: 'facebook',
      label: t('share.on', { network: 'Facebook' }),
      icon: IconBrandFacebook,
      href: facebookAddress(url),
    },
    {
      way: 'whatsapp',
      label: t('share.on', { network: 'WhatsApp' }),
      icon: IconBrandWhatsapp,
      href: whatsAppAddress(subject, url),
    },
    { way: 'mail', label: t('public.share.mail'), icon: IconMail, href: mailAddress(subject, url) },
  ];
  return (
    <Stack gap="md">
      <Copied label={t('share.linkLabel')} value={url} />
      <div className={styles.ways}>
        {ways.map(({ way, label, icon: Icon, href }) => (
          <Button
            key={way}
            component="a"
            variant="default"
            justify="flex-start"
            leftSection={<Icon size={18} aria-hidden />}
            href={href}
            {...(way === 'mail' ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
            onClick={() => logShare(way)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Stack>
  );
}

const FIELDS = ['name', 'organization', 'issued', 'expires', 'id', 'url'] as const;

/** The prefilled form of LinkedIn, and its values to copy where LinkedIn ignores what is prefilled. */
function Profile({ credential }: Shared) {
  const { t } = useTranslation();
  const fields = linkedInFields(credential);
  return (
    <Stack gap="sm">
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
      <Text size="sm" c="dimmed">
        {t('share.profile.help')}
      </Text>
      {FIELDS.filter((name) => fields[name] !== '').map((name) => (
        <Copied key={name} label={t(`share.profile.${name}`)} value={fields[name]} />
      ))}
    </Stack>
  );
}

function Codes({ credential }: Shared) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Copied label={t('share.embed')} value={embedCode(credential)} long />
      <Copied
        label={t('share.signature')}
        help={t('share.signatureHelp')}
        value={signatureCode(credential)}
        long
      />
    </Stack>
  );
}

const PNG_WIDTH = 1000;

function QRCode({ credential }: Shared) {
  const { t } = useTranslation();
  const svg = qrSVG(credential.url);
  const name = `${credential.encoded_id}-qr`;
  return (
    <Stack gap="md" align="center">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={t('share.qrAlt')}
        className={styles.qr}
      />
      <Group gap="xs">
        <Button
          variant="default"
          onClick={() => {
            logShare('qr');
            void qrPNG(credential.url, PNG_WIDTH).then((blob) => saveBlob(blob, `${name}.png`));
          }}
        >
          {t('share.qrPNG')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            logShare('qr');
            saveBlob(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`);
          }}
        >
          {t('share.qrSVG')}
        </Button>
      </Group>
    </Stack>
  );
}

interface CopiedProps {
  label: string;
  value: string;
  help?: string;
  long?: boolean;
}

/** A value to read and to copy. */
function Copied({ label, value, help, long }: CopiedProps) {
  const { t } = useTranslation();
  const field = {
    label,
    description: help,
    value,
    readOnly: true,
    dir: long ? 'ltr' : 'auto',
    rightSection: <CopyButton value={value} label={t('share.copy', { name: label })} />,
  };
  return long ? <Textarea autosize minRows={2} maxRows={5} {...field} /> : <TextInput {...field} />;
}
