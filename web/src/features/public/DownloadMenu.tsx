import { Button } from '@mantine/core';
import {
  IconAward,
  IconCertificate,
  IconDownload,
  IconFileTypePdf,
  IconPhoto,
  IconPrinter,
  IconVectorBezier2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '../../ui/menu/LazyMenu';
import type { PublicCredential } from './api';

interface DownloadMenuProps {
  credential: PublicCredential;
  /** What its owner can download besides. */
  own?: ReactNode;
}

/** All download formats of the credential. */
export function DownloadMenu({ credential, own }: DownloadMenuProps) {
  const { t } = useTranslation();
  const { certificate, badge, signed_url, token_url } = credential;
  const files = [
    { label: t('public.download.pdf'), icon: IconFileTypePdf, href: certificate?.pdf_url },
    { label: t('public.download.print'), icon: IconPrinter, href: certificate?.print_url },
    { label: t('public.download.picture'), icon: IconPhoto, href: (certificate ?? badge)?.image_url },
    { label: t('public.download.badge'), icon: IconAward, href: badge?.baked_url },
    { label: t('public.download.drawing'), icon: IconVectorBezier2, href: badge?.drawing_url },
    { label: t('public.download.signed'), icon: IconCertificate, href: signed_url },
    { label: t('public.download.token'), icon: IconCertificate, href: token_url },
  ].flatMap(({ label, icon: Icon, href }) =>
    href ? [{ key: label, label, icon: <Icon size={16} />, href }] : [],
  );
  if (files.length === 0) return null;
  return (
    <LazyMenu
      position="bottom"
      target={
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {t('public.download.title')}
        </Button>
      }
      entries={files}
    >
      {own}
    </LazyMenu>
  );
}
