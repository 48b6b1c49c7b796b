-- The API permissions of a role.
create or replace function scopes_of_role(of_role text, of_environment environment) returns text[]
  language sql immutable
begin atomic
  select case
           when of_role = 'owner' or (of_role = 'developer' and of_environment = 'sandbox') then
             array['funding:write', 'cards:write', 'services:write', 'cards:read', 'holders:read', 'operations:read', 'balance:read',
                   'holders:write', 'cards:reveal', 'webhooks:read', 'webhooks:write']
           when of_role = 'finance' then
             array['funding:write', 'cards:write', 'services:write', 'cards:read', 'holders:read', 'operations:read', 'balance:read',
                   'holders:write', 'cards:reveal', 'webhooks:read']
           when of_role = 'developer' then
             array['cards:read', 'holders:read', 'operations:read', 'balance:read', 'webhooks:read', 'webhooks:write']
           when of_role = 'viewer' then
             array['cards:read', 'holders:read', 'operations:read', 'balance:read']
         end;
end;
alter function scopes_of_role(text, environment) owner to cardwright_owner;
grant execute on function scopes_of_role(text, environment) to cardwright_posting;
