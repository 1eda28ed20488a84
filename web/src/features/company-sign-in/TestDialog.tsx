import { Alert, Button, Group, Skeleton, Stack, Table, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { permissionGroupsQuery } from '../../api/queries/roles';
import { useFormat } from '../../i18n/useFormat';
import { Modal } from '../../ui/dialog/Modal';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { useRoleName } from '../../ui/useRoleName';
import { type TestResult, testQuery } from './api';
import styles from './CompanySignIn.module.css';

const INK = { message: { color: 'var(--lr-ink)' } };

/** What a test of a connection found. */
export function TestDialog({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(testQuery(uuid));
  return (
    <Modal opened onClose={onClose} title={t('companySignIn.test.title')} size="lg">
      <Stack gap="md">
        {data ? (
          <Result result={data} />
        ) : error instanceof ApiError && error.status === 404 ? (
          <Problem words={error.lines.join('\n')} />
        ) : error ? (
          <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
        ) : (
          <Skeleton height={160} />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('companySignIn.test.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Problem({ words }: { words: string }) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} styles={INK}>
      {words}
    </Alert>
  );
}

function Result({ result }: { result: TestResult }) {
  const { t } = useTranslation();
  const format = useFormat();
  const roleName = useNameOfRole();
  const groupNames = usePermissionGroupNames();
  const problem = useProblem(result.problem);
  const { email, email_verified, groups, role, permission_group_ids } = result;
  return (
    <>
      {problem ? (
        <Problem words={problem} />
      ) : (
        <Alert color="green" variant="light" icon={<IconCheck size={18} aria-hidden />} styles={INK}>
          {t('companySignIn.test.works')}
        </Alert>
      )}
      <Facts
        facts={[
          [t('companySignIn.test.email'), email && <bdi key="email">{email}</bdi>],
          [
            t('companySignIn.test.verified'),
            email && t(`companySignIn.test.${email_verified ? 'yes' : 'no'}`),
          ],
          [
            t('companySignIn.test.groups'),
            email &&
              (groups.length > 0 ? (
                <bdi key="groups">{format.list(groups)}</bdi>
              ) : (
                t('companySignIn.test.noGroups')
              )),
          ],
          [t('companySignIn.test.role'), role && <bdi key="role">{roleName(role)}</bdi>],
          [
            t('companySignIn.test.permissionGroups'),
            permission_group_ids.length === 0 ? null : (
              <bdi key="given">{format.list(groupNames(permission_group_ids))}</bdi>
            ),
          ],
        ]}
      />
      <Claims claims={result.claims} />
    </>
  );
}

/** The problem of a test in plain words, or ''. */
function useProblem(code: string): string {
  const { t, i18n } = useTranslation();
  if (code === '') return '';
  const keys = [`companySignIn.problem.${code.replace('sso.', '')}`, `errors.${code}`];
  const key = keys.find((one) => i18n.exists(one)) ?? 'problem.generic';
  return String(t(key as ParseKeys));
}

function useNameOfRole(): (id: string) => string {
  const { roles, nameOf } = useRoleName();
  return (id) => {
    const role = roles?.find((one) => one.id === id);
    return role ? nameOf(role) : '';
  };
}

function usePermissionGroupNames(): (ids: readonly number[]) => string[] {
  const { data } = useQuery(permissionGroupsQuery());
  return (ids) =>
    (data?.permission_groups ?? []).filter(({ id }) => ids.includes(id)).map(({ name }) => name);
}

/** Everything that the provider says about the person, as it writes it. */
function Claims({ claims }: { claims: TestResult['claims'] }) {
  const { t } = useTranslation();
  const rows = Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1));
  if (rows.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {t('companySignIn.test.claims')}
      </Title>
      <Table aria-label={t('companySignIn.test.claims')} className={styles.claims}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('companySignIn.test.claim')}</Table.Th>
            <Table.Th scope="col">{t('companySignIn.test.value')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">
                <bdi dir="ltr">{name}</bdi>
              </Table.Th>
              <Table.Td>
                <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
