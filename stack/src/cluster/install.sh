#!/usr/bin/env bash
# Installs the servers of a cluster from Debian's packages: etcd, Patroni, HAProxy and pgBackRest. Starts none of them.
#   sudo bash stack/src/cluster/install.sh
# Debian 12 has Patroni 3.0.2, which lost acknowledged rows with etcd's v3 API. The newer one of Debian 13 is a Python
# package without compiled parts: it goes to its own directory and runs beside the old one.
set -euo pipefail
newer=/opt/cardwright/patroni
[ -x /usr/bin/etcd ] && [ -x /usr/bin/patroni ] && [ -x /usr/sbin/haproxy ] && [ -x /usr/bin/pgbackrest ] &&
  [ -x /usr/lib/postgresql/15/bin/postgres ] && [ -d "$newer" ] && exit 0

scratch=$(mktemp -d)
policy=/usr/sbin/policy-rc.d # without it, Debian starts each server that it installs
trap 'rm -rf "$scratch"; [ ! -e "$scratch.policy" ] || rm -f "$policy" "$scratch.policy"' EXIT
if [ ! -e "$policy" ]; then
  touch "$scratch.policy"
  printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy"
fi
mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
  postgresql-15 etcd-server patroni python3-etcd haproxy pgbackrest

# A package list of its own: the machine's sources stay as they are.
printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main\n' >"$scratch/sources.list"
mkdir -p "$scratch/lists/partial" "$scratch/cache/archives/partial"
trixie=(-o "Dir::Etc::SourceList=$scratch/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o "Dir::State::Lists=$scratch/lists" -o "Dir::Cache=$scratch/cache" -o APT::Sandbox::User=root)
apt-get "${trixie[@]}" update -q
(cd "$scratch" && apt-get "${trixie[@]}" download patroni)
mkdir -p "$newer"
dpkg -x "$scratch"/patroni_*.deb "$newer"
