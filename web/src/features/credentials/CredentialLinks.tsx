import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/CopyButton';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import type { Credential } from './api';
import { FileLinks } from './FileLinks';

/** The public link, and every form in which the credential can be downloaded. */
export function CredentialLinks({ credential }: { credential: Credential }) {
  const { t } = useTranslation();
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
          [t('credentials.links.download'), <FileLinks key="download" credential={credential} />],
        ]}
      />
    </Panel>
  );
}

/** The link without its protocol and its key, which are copied but need not be read. */
function shortAddress(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\?.*$/, '');
}
