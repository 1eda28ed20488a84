import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COMPANY_SIGN_IN, invalidate } from '../../api/queries/keys';
import { isolate } from '../../lib/bidi';
import { required } from '../../lib/validation';
import { Copied } from '../../ui/Copied';
import { dialog } from '../../ui/dialog/dialog';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { StateDot } from '../../ui/StateDot';
import { toast } from '../../ui/toast/toast';
import { addDomain, checkDomain, type Domain, domainsQuery, removeDomain } from './api';
import styles from './CompanySignIn.module.css';
import { useChange } from './useChange';

/** The email domains of the department, and how to verify them. */
export function DomainPanel() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(domainsQuery());
  return (
    <Panel title={t('companySignIn.domains.title')} description={t('companySignIn.domains.lead')}>
      {data ? (
        <>
          {data.length === 0 && <Text c="dimmed">{t('companySignIn.domains.none')}</Text>}
          {data.map((domain) => (
            <DomainItem key={domain.id} domain={domain} />
          ))}
          <DomainForm />
        </>
      ) : error ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <Skeleton height={120} />
      )}
    </Panel>
  );
}

function DomainItem({ domain }: { domain: Domain }) {
  const { t } = useTranslation();
  const change = useChange();
  const [checking, setChecking] = useState(false);
  const { id, domain: name, record_name, record_value, verified_at } = domain;
  const check = async () => {
    setChecking(true);
    await change(() => checkDomain(id), t('companySignIn.domains.verifiedNow', { domain: name }));
    setChecking(false);
  };
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t('companySignIn.domains.removeTitle', { domain: isolate(name) }),
      body: t('companySignIn.domains.removeBody'),
      confirmLabel: t('companySignIn.domains.remove'),
      danger: true,
    });
    if (sure) await change(() => removeDomain(id), t('companySignIn.domains.removed'));
  };
  return (
    <section className={styles.domain} aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <Text fw={500}>
            <bdi>{name}</bdi>
          </Text>
          <StateDot tone={verified_at ? 'good' : 'waiting'}>
            {t(`companySignIn.domains.${verified_at ? 'verified' : 'waiting'}`)}
          </StateDot>
        </Group>
        <Group gap="xs">
          {!verified_at && (
            <Button variant="default" size="xs" loading={checking} onClick={() => void check()}>
              {t('companySignIn.domains.check')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            c="var(--lr-red)"
            aria-label={t('companySignIn.domains.removeFor', { domain: name })}
            onClick={() => void remove()}
          >
            {t('companySignIn.domains.remove')}
          </Button>
        </Group>
      </Group>
      {!verified_at && (
        <>
          <Text size="sm">{t('companySignIn.domains.how')}</Text>
          <Facts
            facts={[
              [
                t('companySignIn.domains.recordName'),
                <Copied key="name" value={record_name} label={t('companySignIn.domains.copyName')} />,
              ],
              [
                t('companySignIn.domains.recordValue'),
                <Copied key="value" value={record_value} label={t('companySignIn.domains.copyValue')} />,
              ],
            ]}
          />
        </>
      )}
    </section>
  );
}

const RULES = { domain: [required] };

function DomainForm() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { domain: '' },
    labels: { domain: t('companySignIn.domains.domain') },
    rules: RULES,
  });
  const save = form.submit(async ({ domain }) => {
    await addDomain(domain);
    form.reset();
    toast.success(t('companySignIn.domains.added'));
    await invalidate(queries, COMPANY_SIGN_IN);
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <FormProblems problems={form.problems} />
      <div className={styles.add}>
        <TextField
          field={form.field('domain')}
          description={t('companySignIn.domains.domainHelp')}
          placeholder="example.org"
          dir="ltr"
          autoComplete="off"
        />
        <Button type="submit" variant="default" loading={form.busy}>
          {t('companySignIn.domains.add')}
        </Button>
      </div>
    </form>
  );
}
