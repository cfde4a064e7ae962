using System.CommandLine;

namespace Advisor.Cli.Commands.Watch;

/// <summary><c>advisor watch</c>: runs the service on one machine, with its state in one file.</summary>
public static class WatchCommand
{
    private const string Help = """
        Monitor resources every minute on this machine: decide, store the state, and do what their modes permit. Press Ctrl+C to stop; the
        next run continues from there.

        A mode per resource comes from advisor.yaml and tags: observe, recommend (default), approve, autoUp, auto. --mode
        overrides all of them.

        On a terminal it shows a live table, with keys to select, explain (e) and silence (s) a resource and to quit (q).
        Elsewhere, and with --plain, it prints a line for each decision that matters and for each change.

        Examples:
          ten sample resources, sized automatically, ten hours in a minute; needs no account
            advisor watch --local --mode auto --hours 10
          a subscription, recommendations only
            advisor watch --subscription 00000000-0000-0000-0000-000000000000
          from your own scheduler
            advisor watch --once --state /var/lib/advisor/state.db
          with metrics for Prometheus on http://127.0.0.1:9464/metrics
            advisor watch --subscription 00000000-0000-0000-0000-000000000000 --metrics 9464
          with the dashboard on http://127.0.0.1:5090
            advisor watch --subscription 00000000-0000-0000-0000-000000000000 --serve 5090
        """;

    public static Command Create(CliContext cli)
    {
        var options = new WatchOptions();
        var command = new Command("watch", Help);
        options.AddTo(command, ends: true);
        command.SetAction((parse, cancellation) => WatchRun.RunAsync(cli, options.Read(parse, cli.Environment), cancellation));
        return command;
    }
}
