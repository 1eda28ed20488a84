import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isolate } from '../../lib/bidi';
import { toast } from '../../ui/toast/toast';
import { type Credential, renewCredential } from './api';
import { GroupField } from './GroupField';
import { LifeForm } from './LifeForm';

/** Creates a draft that replaces a credential once it is published. */
export function RenewDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [group, setGroup] = useState(credential.group_id);
  const [revoke, setRevoke] = useState(false);
  return (
    <LifeForm
      title={t('credentials.renew.title', { name: isolate(credential.recipient.name) })}
      confirm={t('credentials.renew.confirm')}
      onClose={onClose}
      onConfirm={async () => {
        const draft = await renewCredential(credential.uuid, { group_id: group, revoke });
        toast.success(t('credentials.renew.done'));
        await navigate(`/credentials/${draft.uuid}`);
      }}
    >
      <Text>{t('credentials.renew.body')}</Text>
      <GroupField
        credential={credential}
        label={t('credentials.renew.group')}
        value={group}
        onChange={setGroup}
      />
      {credential.state !== 'revoked' && (
        <Checkbox
          label={t('credentials.renew.revoke')}
          description={t('credentials.renew.revokeHelp')}
          checked={revoke}
          onChange={(event) => setRevoke(event.currentTarget.checked)}
        />
      )}
    </LifeForm>
  );
}
