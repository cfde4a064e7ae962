using System.CommandLine;
using Advisor.Cli.Inputs;
using Advisor.Core.Settings;

namespace Advisor.Cli.Commands.Pause;

/// <summary>Options that <c>advisor pause</c> and <c>advisor pin</c> share.</summary>
/// <param name="verb">What is done to the resource, in the third person: pauses.</param>
/// <param name="endsWhat">What <c>--end</c> ends, with its article.</param>
internal sealed class PauseOptions(string verb, string endsWhat)
{
    public Argument<string> Resource { get; } = new("RESOURCE") { Description = "Id of the resource, or its name." };

    public Option<string?> Until { get; } =
        new("--until")
        {
            Description =
                "When it ends: 4h, 2d, 18:00 (the next, in the time zone of the resource) or 2026-01-31T18:00Z. Default: until --end.",
            HelpName = "TIME",
        };

    public Option<string> Reason { get; } = CommonOptions.CreateReason("Why.");

    public Option<string?> Author { get; } =
        new("--author") { Description = $"Who {verb}. Default: the user who is signed in on this machine.", HelpName = "NAME" };

    public Option<bool> End { get; } = new("--end") { Description = $"End {endsWhat} now." };

    public SettingsOptions Settings { get; } = new();

    public Option<string?> State { get; } = CommonOptions.CreateState();

    public Option<OutputFormat> Output { get; } = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);

    /// <summary>Pauses, pins, or ends either, as the options say.</summary>
    /// <param name="scaling">Directions to pause; none = end the pause or pin.</param>
    /// <param name="units">Units to pin the size at; null = a pause.</param>
    public Task<int> RunAsync(CliContext cli, ParseResult parse, PausedScaling scaling, int? units, CancellationToken cancellation) =>
        PauseRun.RunAsync(
            cli,
            parse.GetValue(State),
            new PauseRequest(
                parse.GetValue(Resource)!,
                scaling,
                units,
                parse.GetValue(Until),
                parse.GetValue(Author),
                parse.GetValue(Reason)!,
                Settings.Read(parse)
            ),
            parse.GetValue(Output),
            cancellation
        );
}
