import { Button } from '@mantine/core';
import { IconExternalLink, IconPencil, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { usePermission } from '../../api/session';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import type { Credential, Group } from './api';
import { CredentialFacts } from './CredentialFacts';
import { CredentialHistory } from './CredentialHistory';
import { CredentialLinks } from './CredentialLinks';
import { CredentialLoaded } from './CredentialLoaded';
import styles from './CredentialPage.module.css';
import { CredentialPicture } from './CredentialPicture';
import { MailLog } from './MailLog';
import { isDraft, type PublishSlot, targetOf } from './publishSlot';
import { StandingDialog } from './StandingDialog';
import { StandingMenu } from './StandingMenu';
import { type StandingVerb, standingOf, verbsOf } from './standing';
import { useCredentialWords } from './words';

/** One credential: the certificate large on one side, facts, links and history on the other. */
export function CredentialPage({ PublishDialog }: { PublishDialog: PublishSlot }) {
  return (
    <CredentialLoaded uuid={useParams().id ?? ''}>
      {(credential, group) => (
        <CredentialView credential={credential} group={group} PublishDialog={PublishDialog} />
      )}
    </CredentialLoaded>
  );
}

interface CredentialViewProps {
  credential: Credential;
  group: Group;
  PublishDialog: PublishSlot;
}

function CredentialView({ credential, group, PublishDialog }: CredentialViewProps) {
  const { t } = useTranslation();
  const words = useCredentialWords();
  const mayManage = usePermission('manage_credentials');
  const mayPublish = usePermission('publish_credentials');
  const mayRevoke = usePermission('revoke_credentials');
  const [publishing, setPublishing] = useState(false);
  const [verb, setVerb] = useState<StandingVerb | null>(null);
  const { tone, word } = words.state(credential.state);
  const draft = isDraft(credential);
  const verbs = mayRevoke ? verbsOf(credential) : [];
  return (
    <>
      <PageHeader
        title={credential.recipient.name}
        back={{ to: `/groups/${group.id}`, label: group.name }}
        subtitle={<StateDot tone={tone}>{word}</StateDot>}
        action={
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
              <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setPublishing(true)}>
                {t('credentials.actions.publish')}
              </Button>
            )}
            {verbs.length > 0 && <StandingMenu verbs={verbs} onChoose={setVerb} />}
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
        }
      />
      <div className={styles.columns}>
        <CredentialPicture credential={credential} group={group} />
        <div>
          <CredentialFacts credential={credential} />
          {!draft && <CredentialLinks credential={credential} />}
          <MailLog credential={credential} />
          <CredentialHistory credential={credential} />
        </div>
      </div>
      {verb && <StandingDialog target={standingOf(verb, credential)} onClose={() => setVerb(null)} />}
      {publishing && <PublishDialog target={targetOf([credential])} onClose={() => setPublishing(false)} />}
    </>
  );
}
