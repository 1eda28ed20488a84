import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/CopyButton';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import type { Credential } from './api';
import { FileLinks } from './FileLinks';

/** The public link and all downloads of a credential. */
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

/** Returns a URL for display, without the scheme and the query that contains the key. The full URL is copied. */
function shortAddress(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\?.*$/, '');
}
