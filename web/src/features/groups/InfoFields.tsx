import { useTranslation } from 'react-i18next';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, TextareaField, TextField } from '../../ui/form/fields';
import type { Form } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { AlignmentFields } from './AlignmentFields';
import { DesignPicker } from './DesignPicker';
import type { GroupValues } from './groupForm';
import { SkillsField } from './SkillsField';
import { useAchievementTypes } from './useAchievementTypes';
import { useSkillCategories } from './useSkillCategories';

/** What is awarded: texts, skills and designs. */
export function InfoFields({ form }: { form: Form<GroupValues> }) {
  const { t } = useTranslation();
  return (
    <>
      <FormProblems problems={form.problems} />
      <Panel title={t('groups.form.about')}>
        <TextField field={form.field('name')} description={t('groups.form.nameHelp')} />
        <TextField
          field={form.field('course_name')}
          description={t('groups.form.courseNameHelp')}
          dir="auto"
        />
        <TextareaField
          field={form.field('course_description')}
          description={t('groups.form.courseDescriptionHelp')}
          dir="auto"
        />
        <TextField field={form.field('course_link')} type="url" dir="ltr" placeholder="https://" />
        <TextField
          field={form.field('signup_url')}
          description={t('groups.form.signupHelp')}
          type="url"
          dir="ltr"
          placeholder="https://"
        />
      </Panel>
      <Panel title={t('groups.form.looks')}>
        <DesignPicker kind="certificate" field={form.field('certificate_design_id')} />
        <DesignPicker kind="badge" field={form.field('badge_design_id')} />
      </Panel>
      <AchievementFields form={form} />
    </>
  );
}

function AchievementFields({ form }: { form: Form<GroupValues> }) {
  const { t } = useTranslation();
  const types = useAchievementTypes(form.values.achievement_type);
  const categories = useSkillCategories();
  return (
    <Panel title={t('groups.form.achievement')} description={t('groups.form.achievementLead')}>
      <SelectField
        field={form.field('achievement_type')}
        description={t('groups.form.achievementTypeHelp')}
        searchable
        data={types}
      />
      <SkillsField field={form.field('learning_outcomes')} />
      <SelectField
        field={form.field('skill_category_id')}
        searchable
        clearable={form.values.skill_category_id !== ''}
        clearButtonProps={{ 'aria-label': t('groups.form.clearCategory') }}
        data={categories}
      />
      <TextareaField field={form.field('criteria')} description={t('groups.form.criteriaHelp')} dir="auto" />
      <TextField
        field={form.field('criteria_url')}
        description={t('groups.form.criteriaUrlHelp')}
        type="url"
        dir="ltr"
        placeholder="https://"
      />
      <AlignmentFields field={form.field('alignments')} />
    </Panel>
  );
}
