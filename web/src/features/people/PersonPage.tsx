import { Button, Stack } from '@mantine/core';
import { IconEraser, IconFileZip, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Panel } from '../../ui/Panel';
import { type Person, personQuery } from './api';
import { PendingEmail } from './PendingEmail';
import { PersonCredentials } from './PersonCredentials';
import { PersonDialog } from './PersonDialog';
import { PersonEvents } from './PersonEvents';
import { useErase } from './useErase';
import { useExport } from './useExport';

/** A person that the department has credentials for, with all of them. */
export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data: person, error, refetch } = useQuery(personQuery(id));
  const mayManage = usePermission('manage_credentials');
  const mayErase = usePermission('revoke_credentials') && mayManage;
  const [editing, setEditing] = useState(false);
  const erase = useErase();
  const whole = useExport(person);
  const back = { to: '/recipients', label: t('people.title') };
  if (error instanceof ApiError && error.status === 404)
    return <NotFound title={t('people.notFound')} to={back.to} label={back.label} />;
  if (error && !person) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!person) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={isolate(person.name)}
        subtitle={<bdi>{person.email}</bdi>}
        back={back}
        action={
          <>
            {mayErase && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconEraser size={16} aria-hidden />}
                onClick={() => void erase(person)}
              >
                {t('people.erase.action')}
              </Button>
            )}
            {mayManage && (
              <Button
                variant="default"
                leftSection={<IconFileZip size={16} aria-hidden />}
                loading={whole.isPending}
                onClick={() => whole.mutate()}
              >
                {t('people.export.action')}
              </Button>
            )}
            {mayManage && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {t('people.edit.action')}
              </Button>
            )}
          </>
        }
      />
      {editing && <PersonDialog person={person} onClose={() => setEditing(false)} />}
      <Stack gap="lg">
        {person.pending_email && (
          <PendingEmail id={person.id} pending={person.pending_email} mayCancel={mayManage} />
        )}
        <About person={person} />
        <PersonCredentials person={person} />
        <PersonEvents id={person.id} />
      </Stack>
    </>
  );
}

function About({ person }: { person: Person }) {
  const { t } = useTranslation();
  const format = useFormat();
  const names = person.names.length > 1 && <Names names={person.names} />;
  const when = (at: string | null) => (at ? format.dateTime(at) : t('people.never'));
  return (
    <Panel title={t('people.about')}>
      <Facts
        facts={[
          [t('people.names'), names || null],
          [t('people.column.externalId'), person.external_ids.map(isolate).join(', ')],
          [
            t('people.column.credentials'),
            t('people.issuedOf', {
              issued: format.number(person.issued_count),
              all: format.number(person.credential_count),
            }),
          ],
          [t('people.column.issued'), when(person.last_issued_at)],
          [t('people.column.opened'), when(person.last_opened_at)],
          [t('people.column.email'), person.email_problem && t(`people.email.${person.email_problem}`)],
        ]}
      />
    </Panel>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <div key={name}>
      <bdi>{name}</bdi>
    </div>
  ));
}
