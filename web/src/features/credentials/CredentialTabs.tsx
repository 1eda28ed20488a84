import { Tabs } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { TabStrip } from '../../ui/TabStrip';
import type { Credential } from './api';
import { CredentialActivity } from './CredentialActivity';
import { CredentialFacts } from './CredentialFacts';
import { CredentialHistory } from './CredentialHistory';
import { CredentialLinks } from './CredentialLinks';
import styles from './CredentialPage.module.css';
import { CredentialRaw } from './CredentialRaw';
import { MailLog } from './MailLog';
import { isDraft } from './publishSlot';

/** The content of a tab. */
export type Tab = ComponentType<{ credential: Credential }>;

/** The tabs of a credential's page, in display order. */
const TABS = {
  details: Details,
  evidence: null, // the app puts it in
  emails: MailLog,
  activity: CredentialActivity,
  history: CredentialHistory,
  raw: CredentialRaw,
} as const satisfies Record<string, Tab | null>;

type Name = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Name[];

/** All details of a credential in tabs. The open tab is kept in the URL. */
export function CredentialTabs({ credential, Evidence }: { credential: Credential; Evidence: Tab }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const open = NAMES.find((name) => name === params.get('tab')) ?? 'details';
  return (
    <Tabs
      value={open}
      keepMounted={false}
      className={styles.tabs}
      onChange={(name) => setParams(name === 'details' || !name ? {} : { tab: name }, { replace: true })}
    >
      <TabStrip open={open} aria-label={t('credentials.tabs.label')}>
        {NAMES.map((name) => (
          <Tabs.Tab key={name} value={name} px="xs">
            {t(`credentials.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </TabStrip>
      {NAMES.map((name) => {
        const Content = TABS[name] ?? Evidence;
        return (
          <Tabs.Panel key={name} value={name}>
            <Content credential={credential} />
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}

function Details({ credential }: { credential: Credential }) {
  return (
    <>
      <CredentialFacts credential={credential} />
      {!isDraft(credential) && <CredentialLinks credential={credential} />}
    </>
  );
}
