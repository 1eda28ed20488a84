import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { usePermission } from '../../api/session';
import { PageHeader } from '../../ui/PageHeader';
import { DesignList } from './DesignList';
import { TemplateList } from './TemplateList';

/** My designs, and the templates to start one from. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const mayManage = usePermission('manage_designs');
  const tab = params.get('tab') === 'templates' ? 'templates' : 'mine';

  return (
    <>
      <PageHeader
        title={t('designs.title')}
        subtitle={t('designs.subtitle')}
        action={
          mayManage &&
          tab === 'mine' && (
            <Button
              component={Link}
              to="/designs?tab=templates"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('designs.new')}
            </Button>
          )
        }
      />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => void navigate(next === 'templates' ? '/designs?tab=templates' : '/designs')}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="mine">{t('designs.tab.mine')}</Tabs.Tab>
          <Tabs.Tab value="templates">{t('designs.tab.templates')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mine">
          <DesignList mayManage={mayManage} />
        </Tabs.Panel>
        <Tabs.Panel value="templates">
          <TemplateList mayManage={mayManage} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
