import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const laurel: MantineColorsTuple = [
  '#eff6f2',
  '#dcebe2',
  '#b9d7c6',
  '#8fc0a5',
  '#63a784',
  '#3f9068',
  '#2a7f57',
  '#1f6f4a',
  '#185a3c',
  '#11432d',
];

/** Darker than Mantine's red, so that white text on a red button has enough contrast. */
const red: MantineColorsTuple = [
  '#fcefed',
  '#f9dedb',
  '#f2bab5',
  '#ea938c',
  '#e2706a',
  '#d9534c',
  '#c8362f',
  '#b3261e',
  '#941c16',
  '#74130f',
];

/** Mantine's dark mode uses this tuple: 0 is the text, 7 the page background. */
const dark: MantineColorsTuple = [
  '#e6ece8',
  '#c2ccc6',
  '#9faba4',
  '#717d76',
  '#3a4540',
  '#2b3530',
  '#212a25',
  '#18201c',
  '#111714',
  '#0b0f0d',
];

const family =
  "Inter, 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Thai', 'Noto Sans Devanagari', 'Noto Sans JP', " +
  "'Noto Sans SC', 'Noto Sans KR', system-ui, sans-serif";

export const theme = createTheme({
  colors: { laurel, red, dark },
  primaryColor: 'laurel',
  primaryShade: { light: 7, dark: 6 },
  black: '#16211c',
  fontFamily: family,
  headings: {
    fontFamily: family,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '34px' },
      h2: { fontSize: '20px', lineHeight: '28px' },
      h3: { fontSize: '16px', lineHeight: '24px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  fontSizes: { xs: '13px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '18px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'var(--lr-float)',
    md: 'var(--lr-float)',
    lg: 'var(--lr-float)',
    xl: 'var(--lr-float)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 500 } } },
    // Mantine colours the title like the icon, which has too little contrast on yellow.
    Alert: { styles: { title: { color: 'var(--lr-ink)' } } },
    Avatar: { styles: { placeholder: { background: 'var(--lr-accent-soft)', color: 'var(--lr-link)' } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Modal: {
      defaultProps: {
        // Otherwise the dialog's header element would be a second banner landmark of the page.
        attributes: { header: { role: 'presentation' } },
        centered: true,
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.35 },
        transitionProps: { duration: 140 },
      },
      styles: { title: { fontSize: 16, fontWeight: 600, lineHeight: '24px' } },
    },
    // The placeholder for the initial focus is not a menuitem, so it would be an invalid child of role="menu".
    Menu: {
      defaultProps: { transitionProps: { duration: 120 }, shadow: 'md', withInitialFocusPlaceholder: false },
    },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
    InputWrapper: {
      styles: {
        label: { marginBottom: 4, fontWeight: 500 },
        description: { marginTop: 4, fontSize: 13 },
        error: { marginTop: 4, fontSize: 13 },
      },
    },
    Pill: { styles: { root: { background: 'var(--lr-accent-soft)', color: 'var(--lr-ink)' } } },
    TextInput: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    PasswordInput: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Textarea: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Select: {
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
        checkIconPosition: 'right',
        // Choosing again what is chosen keeps it; selects that may be empty have a button that clears them.
        allowDeselect: false,
      },
    },
    NumberInput: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    TagsInput: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    FileInput: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
});

/** Maps Mantine's semantic variables to our tokens, which already adapt to the colour scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-text': 'var(--lr-ink)',
    '--mantine-color-body': 'var(--lr-paper)',
    '--mantine-color-default': 'var(--lr-paper)',
    '--mantine-color-default-hover': 'var(--lr-hover)',
    '--mantine-color-default-border': 'var(--lr-hairline)',
    '--mantine-color-dimmed': 'var(--lr-dim)',
    '--mantine-color-placeholder': 'var(--lr-dim)',
    '--mantine-color-anchor': 'var(--lr-link)',
    '--mantine-color-error': 'var(--lr-red)',
    '--mantine-color-yellow-light': 'var(--lr-amber-soft)',
    '--mantine-color-red-light': 'var(--lr-red-soft)',
  };
  return { variables: {}, light: shared, dark: shared };
};
