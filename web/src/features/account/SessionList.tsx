import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SessionList as List } from '../../ui/sessions/SessionList';
import { revokeOtherSessions, revokeSession, sessionsQuery } from './api';

/** The user's sessions. */
export function SessionList() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const reread = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return (
    <List
      sessions={data}
      error={error}
      onRetry={() => void refetch()}
      onEnd={(id) => revokeSession(id).finally(reread)}
      onEndOthers={() => revokeOtherSessions().finally(reread)}
    />
  );
}
