import { Button } from '@mantine/core';
import { IconExternalLink, IconPencil, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { usePermission } from '../../api/session';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import type { Credential, Group } from './api';
import { CredentialLife, type Life, LifeDialog } from './CredentialLife';
import { CredentialLoaded } from './CredentialLoaded';
import { CredentialNotices } from './CredentialNotices';
import styles from './CredentialPage.module.css';
import { CredentialPicture } from './CredentialPicture';
import { CredentialTabs, type Tab } from './CredentialTabs';
import { isDraft, type PublishSlot, targetOf } from './publishSlot';
import { useCredentialWords } from './words';

/** One credential: the certificate on one side and its details in tabs on the other. */
export function CredentialPage({ PublishDialog, Evidence }: { PublishDialog: PublishSlot; Evidence: Tab }) {
  return (
    <CredentialLoaded uuid={useParams().id ?? ''}>
      {(credential, group) => (
        <CredentialView
          credential={credential}
          group={group}
          PublishDialog={PublishDialog}
          Evidence={Evidence}
        />
      )}
    </CredentialLoaded>
  );
}

interface CredentialViewProps {
  credential: Credential;
  group: Group;
  PublishDialog: PublishSlot;
  Evidence: Tab;
}

function CredentialView({ credential, group, PublishDialog, Evidence }: CredentialViewProps) {
  const words = useCredentialWords();
  const [publishing, setPublishing] = useState(false);
  const [life, setLife] = useState<Life | null>(null);
  const { tone, word } = words.state(credential.state);
  const publish = () => setPublishing(true);
  return (
    <>
      <PageHeader
        title={credential.recipient.name}
        back={{ to: `/groups/${group.id}`, label: group.name }}
        subtitle={<StateDot tone={tone}>{word}</StateDot>}
        action={
          <>
            <MainActions credential={credential} onPublish={publish} />
            <CredentialLife credential={credential} onChoose={setLife} onPublish={publish} />
          </>
        }
      />
      <CredentialNotices credential={credential} onPublish={publish} />
      <div className={styles.columns}>
        <CredentialPicture credential={credential} group={group} />
        <CredentialTabs credential={credential} Evidence={Evidence} />
      </div>
      {life && <LifeDialog life={life} credential={credential} onClose={() => setLife(null)} />}
      {publishing && <PublishDialog target={targetOf([credential])} onClose={() => setPublishing(false)} />}
    </>
  );
}

function MainActions({ credential, onPublish }: { credential: Credential; onPublish: () => void }) {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_credentials');
  const mayPublish = usePermission('publish_credentials');
  const draft = isDraft(credential);
  return (
    <>
      {mayManage && (
        <Button
          variant="default"
          component={Link}
          to={`/credentials/${credential.uuid}/edit`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('credentials.actions.edit')}
        </Button>
      )}
      {draft && mayPublish && (
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={onPublish}>
          {t('credentials.actions.publish')}
        </Button>
      )}
      {!draft && (
        <Button
          component="a"
          href={credential.url}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('credentials.actions.openPublic')}
        </Button>
      )}
    </>
  );
}
