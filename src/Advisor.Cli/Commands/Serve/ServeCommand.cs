using System.CommandLine;
using Advisor.Cli.Commands.Watch;

namespace Advisor.Cli.Commands.Serve;

/// <summary><c>advisor serve</c>: runs the service as watch does, with the dashboard, the HTTP API and the pages on this machine.</summary>
public static class ServeCommand
{
    private const string Help = """
        Monitor resources as 'advisor watch' does, and serve HTTP on this machine: the dashboard, the API, and the pages for
        approving changes. Press Ctrl+C to stop.

        It listens on 127.0.0.1 only and requires no key: anyone on this machine can read it. With --listen, or through a proxy, others
        reach it too, with a key of Advisor__ApiKeys or signed in at the proxy (Advisor__SignIn); links then begin with Advisor__Address.
        Where one of these is set, this machine needs it too, and links are printed to a terminal only, not to a log. In mode approve it
        prints a line with a link for each change that is waiting for approval, and applies the change within a minute of the approval.
        Links expire when the program ends, unless Advisor__ApprovalKeys (ID:BASE64) holds a key.

        Examples:
          ten sample resources; needs no account
            advisor serve --local --mode approve
          a subscription, on a port of your choice
            advisor serve --subscription 00000000-0000-0000-0000-000000000000 --port 8080
          read from it; the dashboard is http://127.0.0.1:5090
            curl -s http://127.0.0.1:5090/api/resources
            curl -s http://127.0.0.1:5090/open/health
            curl -s http://127.0.0.1:5090/metrics
          in a container
            Advisor__ApiKeys=KEY advisor serve --listen 0.0.0.0 --state /state/state.db
        """;

    public static Command Create(CliContext cli)
    {
        var options = new WatchOptions();
        var port = CommonOptions.CreatePort("--port", $"Port to listen on, 1 to 65535. Default: {ApiServer.DefaultPort}.", "N");
        var command = new Command("serve", Help) { port };
        options.AddTo(command, ends: false);
        command.SetAction(
            (parse, cancellation) =>
                WatchRun.RunAsync(
                    cli,
                    options.Read(parse, cli.Environment, parse.GetValue(port) ?? ApiServer.DefaultPort) with
                    {
                        PortOption = port.Name,
                    },
                    cancellation
                )
        );
        return command;
    }
}
