import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RECIPIENT } from '../../api/recipient';
import { Panel } from '../../ui/Panel';
import { PasskeyList } from '../../ui/passkeys/PasskeyList';
import { addPasskey, passkeysQuery, removePasskey, renamePasskey } from './passkeys';

/** The recipient's passkeys: add, rename and remove. */
export function PasskeysPanel({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(passkeysQuery());
  return (
    <Panel title={t('passkeys.title')} description={t('recipient.passkeysLead')}>
      <PasskeyList
        passkeys={data}
        error={error}
        hasPassword={hasPassword}
        onRetry={() => void refetch()}
        onAdd={addPasskey}
        onRename={renamePasskey}
        onRemove={removePasskey}
        onChanged={() => queries.invalidateQueries({ queryKey: [...RECIPIENT, 'passkeys'] })}
      />
    </Panel>
  );
}
