# svc from the file that `npm pack` makes of this repository:
#   npm pack
#   docker build --tag svc .
#   docker run --rm --volume "$PWD:/workspace" svc run tests/
FROM node:22-slim
COPY svc-http-*.tgz /tmp/svc.tgz
RUN npm install --global /tmp/svc.tgz && npm cache clean --force
USER node
WORKDIR /workspace
ENTRYPOINT ["svc"]
