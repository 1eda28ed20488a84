import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { badgeAddress, pdfAddress } from '../../api/downloads';
import { CopyButton } from '../../ui/CopyButton';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import type { Credential } from './api';

/** The public link, and every form in which the credential can be downloaded. */
export function CredentialLinks({ credential }: { credential: Credential }) {
  const { t } = useTranslation();
  const key = credential.private ? credential.private_key : undefined;
  const certificate = credential.certificate.image.preview;
  const badge = credential.badge.image.preview;
  const files = [
    certificate && { label: t('credentials.links.pdf'), href: pdfAddress(credential.uuid, 'pdf', key) },
    certificate && { label: t('credentials.links.print'), href: pdfAddress(credential.uuid, 'print', key) },
    certificate && { label: t('credentials.links.marked'), href: pdfAddress(credential.uuid, 'marked', key) },
    certificate && { label: t('credentials.links.picture'), href: certificate },
    badge && { label: t('credentials.links.badge'), href: badgeAddress(credential.uuid, key) },
  ].filter((file) => typeof file === 'object' && file !== null);
  return (
    <Panel title={t('credentials.links.title')}>
      <Facts
        facts={[
          [
            t('credentials.links.public'),
            <Group key="public" gap={4} wrap="nowrap">
              <Anchor href={credential.url} target="_blank" rel="noopener" dir="ltr" inherit>
                {shortAddress(credential.url)}
              </Anchor>
              <CopyButton value={credential.url} label={t('credentials.actions.copyLink')} />
            </Group>,
          ],
          [
            t('credentials.links.download'),
            <Group key="download" gap="sm">
              {files.map((file) => (
                <Anchor key={file.label} href={file.href} download inherit>
                  {file.label}
                </Anchor>
              ))}
            </Group>,
          ],
        ]}
      />
    </Panel>
  );
}

/** The link without its protocol and its key, which are copied but need not be read. */
function shortAddress(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\?.*$/, '');
}
