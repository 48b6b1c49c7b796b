// Texts of the demo people. Builds for development alone have them, so they stand in no catalogue.
import { speak } from '../../../shared/words/speak.ts';

export const { t } = speak({ 'demo.title': 'Sign in as a demo user' });
