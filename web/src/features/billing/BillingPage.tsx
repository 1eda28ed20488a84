import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { useBilling } from '../../api/queries/billing';
import { useSession } from '../../api/session';
import { AccessDenied } from '../../ui/AccessDenied';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { TabStrip } from '../../ui/TabStrip';
import { paymentMethodQuery } from './payment/api';
import { TABS } from './tabs';

/** Plan, usage and payments of the department, on an installation with billing. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab: asked } = useParams();
  const limited = useSession((state) => state.session?.pricing.unlimited === false);
  const may = useBilling();
  const { error } = useQuery({ ...paymentMethodQuery, enabled: limited && may });
  const free = error instanceof ApiError && error.code === 'payments.off';
  const tabs = TABS.filter(({ paid }) => !paid || !free);
  const tab = asked ? tabs.find((one) => one.name === asked) : tabs[0];
  if (!limited || !tab)
    return (
      <NotFound
        title={t('notFound.title')}
        description={t('notFound.description')}
        to="/"
        label={t('notFound.home')}
      />
    );
  if (!may) return <AccessDenied permission="view_billing" />;
  return (
    <>
      <PageHeader title={t('billing.title')} subtitle={t('billing.subtitle')} />
      <Tabs value={tab.name} onChange={(next) => void navigate(`/billing/${next ?? ''}`)} keepMounted={false}>
        <TabStrip open={tab.name} aria-label={t('billing.tab.label')}>
          {tabs.map((one) => (
            <Tabs.Tab key={one.name} value={one.name}>
              {t(one.label)}
            </Tabs.Tab>
          ))}
        </TabStrip>
        {tabs.map((one) => (
          <Tabs.Panel key={one.name} value={one.name}>
            {one === tab && (
              <Suspense fallback={<Skeleton height={240} />}>
                <one.Content />
              </Suspense>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
