import { Menu } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { recipientQuery } from '../../api/recipient';
import { toast } from '../../ui/toast/toast';
import { downloadLearnerRecord, type OwnedCredential, ownNameChangesQuery } from './api';

/** Downloads a signed learner record of the recipient's own credential. */
export function LearnerRecordItem({ credential }: { credential: OwnedCredential }) {
  const { t } = useTranslation();
  const { data: recipient } = useQuery(recipientQuery());
  const { data: changes } = useQuery({
    ...ownNameChangesQuery(credential.uuid),
    enabled: Boolean(recipient),
  });
  const { state, superseded_by } = credential;
  if (!changes || (state !== 'published' && state !== 'expired') || superseded_by) return null;
  const download = async () => {
    try {
      await downloadLearnerRecord(credential.uuid, t('recipient.record.fileName'));
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || t('recipient.record.failed'), []);
    }
  };
  return (
    <Menu.Item leftSection={<IconSchool size={16} />} onClick={() => void download()}>
      {t('recipient.record.action')}
    </Menu.Item>
  );
}
