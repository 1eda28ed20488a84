import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { FilterBar } from '../../ui/list/FilterBar';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { type EmailProblem, type Person, peopleQuery } from './api';
import styles from './People.module.css';

const PROBLEMS: readonly EmailProblem[] = ['bounced', 'uncertain', 'complained', 'suppressed'];

/** The people that the department has credentials for, one row per address. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useListState({ sort: '-id', filters: ['email_problem'] });
  const { data, error, refetch } = useQuery(peopleQuery(list.params));
  const columns = useColumns();
  const unused = data?.recipients.length === 0 && !list.narrowed;
  const problems = {
    kind: 'choice' as const,
    name: 'email_problem',
    label: t('people.filter.email'),
    options: PROBLEMS.map((value) => ({ value, label: t(`people.email.${value}`) })),
    several: true,
  };
  return (
    <>
      <PageHeader title={t('people.title')} subtitle={t('people.subtitle')} />
      {!unused && (
        <ListToolbar
          list={list}
          searchLabel={t('people.search')}
          filters={<FilterBar list={list} filters={[problems]} />}
        />
      )}
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <DataTable
          label={t('people.title')}
          rows={data?.recipients}
          rowId={(person) => person.id}
          rowLabel={(person) => person.name}
          list={list}
          meta={data?.meta}
          columns={columns}
          onOpen={(person) => void navigate(`/recipients/${person.id}`)}
          empty={
            unused ? (
              <EmptyState
                title={t('people.empty.title')}
                description={t('people.empty.description')}
                action={
                  <Button component={Link} to="/groups">
                    {t('credentials.empty.action')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                title={t('people.none')}
                action={
                  <Button variant="default" onClick={list.clear}>
                    {t('credentials.none.action')}
                  </Button>
                }
              />
            )
          }
        />
      )}
    </>
  );
}

function useColumns(): Column<Person>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'name',
      header: t('people.column.name'),
      sort: 'name',
      render: (person) => <Who person={person} />,
    },
    {
      key: 'count',
      header: t('people.column.credentials'),
      align: 'end',
      render: (person) => format.number(person.credential_count),
    },
    {
      key: 'issued',
      header: t('people.column.issued'),
      wideOnly: true,
      render: ({ last_issued_at: at }) => (at ? format.date(at) : t('people.never')),
    },
    {
      key: 'opened',
      header: t('people.column.opened'),
      wideOnly: true,
      render: ({ last_opened_at: at }) => (at ? format.date(at) : t('people.never')),
    },
    {
      key: 'external',
      header: t('people.column.externalId'),
      wideOnly: true,
      render: (person) => <bdi>{person.external_ids.join(', ')}</bdi>,
    },
    {
      key: 'email',
      header: t('people.column.email'),
      wideOnly: true,
      render: (person) =>
        person.email_problem && (
          <StateDot tone={person.email_problem === 'uncertain' ? 'waiting' : 'bad'}>
            {t(`people.email.${person.email_problem}`)}
          </StateDot>
        ),
    },
  ];
}

/** A person's name and address, and how many other names their credentials show. */
function Who({ person }: { person: Person }) {
  const { t } = useTranslation();
  const format = useFormat();
  const others = person.names.length - 1;
  return (
    <div className={styles.who}>
      <Anchor component={Link} to={`/recipients/${person.id}`} c="var(--lr-ink)" fw={500} inherit>
        <bdi>{person.name}</bdi>
      </Anchor>
      {others > 0 && (
        <Text span c="dimmed" inherit title={person.names.slice(1).join('\n')}>
          {' '}
          {t('people.otherNames', { count: others, number: format.number(others) })}
        </Text>
      )}
      <Text c="dimmed" size="sm" truncate>
        <bdi>{person.email}</bdi>
      </Text>
    </div>
  );
}
