# The native program in an image without a shell or a package manager: docker build -t advisor .
# It runs as any user but root, on a read-only root file system; only /state is written.
FROM mcr.microsoft.com/dotnet/sdk:10.0-noble AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends clang libsqlite3-0 zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# A native program is built on its own kind of machine.
RUN case "$(uname -m)" in aarch64) rid=linux-arm64 ;; *) rid=linux-x64 ;; esac \
 && ./publish "$rid" /image/advisor \
 && mkdir -p /image/usr/lib /image/state /image/etc/advisor \
 && cp -L /usr/lib/*-linux-gnu/libsqlite3.so.0 /image/usr/lib/ \
 && chown 1654:1654 /image/state

# "extra" has the time zones; 1654 is the user of these images.
FROM mcr.microsoft.com/dotnet/runtime-deps:10.0-noble-chiseled-extra
COPY --from=build /image/advisor /advisor
COPY --from=build /image/usr/lib/libsqlite3.so.0 /usr/lib/
COPY --from=build --chown=1654:1654 /image/state /state
# advisor.yaml is read from here.
COPY --from=build /image/etc/advisor /etc/advisor
WORKDIR /etc/advisor
USER 1654:1654
VOLUME ["/state"]
EXPOSE 5090
HEALTHCHECK --interval=30s --timeout=10s --start-period=3m CMD ["/advisor/advisor", "health"]
ENTRYPOINT ["/advisor/advisor"]
CMD ["serve", "--listen", "0.0.0.0", "--state", "/state/state.db"]
