// The theme: neutral actions, one colour for links and focus, and sufficient contrast in both colour schemes. Amber
// marks the sandbox and warnings, and nothing else.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { KeptButton } from './kept-button.tsx';
import { t } from './words/t.ts';

const indigo: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#8f9bfb',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
];

const slate: MantineColorsTuple = [
  '#f8fafc',
  '#f1f5f9',
  '#e2e8f0',
  '#cbd5e1',
  '#94a3b8',
  '#64748b',
  '#475569',
  '#334155',
  '#1e293b',
  '#0f172a',
];

/** The dark scheme's shades, from text to the darkest background. */
const dark: MantineColorsTuple = [
  '#d5dae3',
  '#b4bcc9',
  '#98a2b3',
  '#6b7585',
  '#3a4250',
  '#2b323e',
  '#1f2530',
  '#161b24',
  '#10141b',
  '#0b0e14',
];

const closeNamed = { defaultProps: { closeButtonProps: { 'aria-label': t('frame.close') } } };

/** The text on a filled part: white on the light scheme's dark shade, black on the dark scheme's light one. */
const ON_FILLED = 'var(--mantine-primary-color-contrast)';

/** The library picks the text of a filled part for the light scheme alone. A named shade is the same in both. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const changes = input.variant === 'filled' && !input.color?.includes('.');
  return changes ? { ...colors, color: ON_FILLED } : colors;
};

/** The theme of all pages. Filled parts are dark in the light scheme and light in the dark one, with readable text. */
export const theme: MantineThemeOverride = createTheme({
  colors: { indigo, slate, dark, gray: slate },
  primaryColor: 'slate',
  primaryShade: { light: 8, dark: 2 },
  autoContrast: true,
  variantColorResolver,
  black: '#10182b',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.3' }, h2: { fontSize: '1.05rem' } },
  },
  components: {
    Button: { defaultProps: { component: KeptButton } },
    Modal: { defaultProps: { ...closeNamed.defaultProps, centered: true, radius: 'lg', padding: 24 } },
    // A dialog's <header> beside the page's own would be a second banner to a screen reader.
    ModalHeader: { defaultProps: { component: 'div' } },
    Drawer: closeNamed,
    DrawerHeader: { defaultProps: { component: 'div' } },
    // A menu opens beside its button, inside the same landmark, and its first item takes the focus.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // Inside a sentence, colour alone must not mark a link.
    Anchor: { defaultProps: { underline: 'always' } },
    Checkbox: { defaultProps: { iconColor: ON_FILLED } },
    Radio: { defaultProps: { iconColor: ON_FILLED } },
    Paper: { defaultProps: { radius: 'lg' } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('frame.showPassword'), tabIndex: 0 } },
    },
    Loader: { defaultProps: { type: 'dots' } },
  },
});

/** Backgrounds and dimmed text of both schemes; dimmed text has a contrast of at least 4.5 on every background. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#516078',
    '--mantine-color-default-border': '#848fa1', // 3:1 on every background, as a field's border needs
    '--mantine-color-anchor': '#3730a3',
    '--ring': '#4338ca',
    '--accent': '#3730a3',
    '--accent-ground': '#e9ecff',
    '--chosen-ground': '#e9edf3',
    '--raised': '#ffffff',
    '--live': '#3730a3',
    '--live-ground': '#e9ecff',
    '--mantine-color-error': '#b42318',
    '--ground': '#f6f7f9',
    '--surface': '#ffffff',
    '--line': '#e3e7ed',
    '--good': '#0b6b46',
    '--good-ground': '#e5f6ee',
    '--wait': '#1d4f91',
    '--wait-ground': '#e8f1fc',
    '--warn': '#8a4b08',
    '--warn-ground': '#fdf1da',
    '--bad': '#a3241a',
    '--bad-ground': '#fdebe9',
    '--quiet': '#475569',
    '--quiet-ground': '#eef1f5',
  },
  dark: {
    '--mantine-color-body': '#10141b',
    '--mantine-color-dimmed': '#a3adbd',
    '--mantine-color-placeholder': '#98a2b3',
    '--mantine-color-default-border': '#6b7585',
    '--mantine-color-anchor': '#c7d2fe',
    '--ring': '#a5b4fc',
    '--accent': '#c7d2fe',
    '--accent-ground': '#272a5c',
    '--chosen-ground': '#2f3846',
    '--raised': '#3b4554',
    '--live': '#c7d2fe',
    '--live-ground': '#272a5c',
    '--mantine-color-error': '#ff9b91',
    '--ground': '#0b0e14',
    '--surface': '#141922',
    '--line': '#2a313d',
    '--good': '#6ee0b0',
    '--good-ground': '#0f2f24',
    '--wait': '#9cc7ff',
    '--wait-ground': '#14284a',
    '--warn': '#fbc66b',
    '--warn-ground': '#3a2a0d',
    '--bad': '#ffaaa2',
    '--bad-ground': '#431a18',
    '--quiet': '#b8c1cf',
    '--quiet-ground': '#232a35',
  },
});
