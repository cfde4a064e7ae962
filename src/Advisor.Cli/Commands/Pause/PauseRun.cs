using System.Text.Json.Nodes;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Schedules;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Changes;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.Pause;

/// <summary>Request of <c>advisor pause</c> or <c>advisor pin</c>.</summary>
/// <param name="Resource">Id, or the name of one resource in the state.</param>
/// <param name="Scaling">Directions to pause; none = end the pause or pin.</param>
/// <param name="Units">Units to pin the size at; null = a pause.</param>
/// <param name="Until">End as stated; null = until it is ended.</param>
/// <param name="Settings">Settings, which may state the time zone of the resource.</param>
internal sealed record PauseRequest(
    string Resource,
    PausedScaling Scaling,
    int? Units,
    string? Until,
    string? Author,
    string Reason,
    SettingsSource Settings
);

/// <summary>
/// Pauses and resumes the scaling of a resource, or pins its size, in the state of <c>advisor watch</c> or of the Functions app.
/// </summary>
internal static class PauseRun
{
    public static Task<int> RunAsync(
        CliContext cli,
        string? state,
        PauseRequest request,
        OutputFormat output,
        CancellationToken cancellation
    ) => StateInput.UseAsync(cli, state, opened => RunAsync(cli, opened, state, request, output, cancellation), cancellation);

    /// <summary>Lists the pauses and pins in force, by the id of the resource.</summary>
    public static async Task<int> ListAsync(CliContext cli, string? state, OutputFormat output, CancellationToken cancellation)
    {
        var now = cli.Time.GetUtcNow();
        var pauses = await StateInput.ReadAsync(
            cli,
            state,
            async opened =>
                await ScalingPauses.ListAsync(
                    opened,
                    (await StateResources.ListAsync(opened, cancellation)).Select(resource => resource.Id),
                    now,
                    cancellation
                ),
            cancellation
        );
        PauseOutput.WriteList(cli.Out, pauses, output);
        return ExitCodes.Success;
    }

    private static async Task<int> RunAsync(
        CliContext cli,
        AdvisorState state,
        string? place,
        PauseRequest request,
        OutputFormat output,
        CancellationToken cancellation
    )
    {
        var (now, reason) = (cli.Time.GetUtcNow(), AuditText.Validate("--reason", request.Reason));
        var author = AuditText.FindAuthor(cli, request.Author);
        var resource = await StateResources.ReadAsync(state, request.Resource, cancellation);
        var config = new Lazy<AdvisorConfiguration>(() => request.Settings.Load(cli));
        var settings = new Lazy<ResourceSettings>(() => config.Value.ResolveSettings(resource, now).Settings);
        if (request.Scaling == PausedScaling.None)
        {
            var configured = resource with { Settings = settings.Value };
            var held = await ScalingPauses.FindAsync(state, resource.Id, now, cancellation);
            var ended = await ScalingPauses.ResumeAsync(state, resource, author, reason, now, cancellation);
            var what = DescribeEnd(resource, held, ended, place, request.Settings);

            // What holds for a replica because of its resource is named by the first sentence.
            var remaining = ended || held is null ? await ScalingPauses.DescribeRemainingAsync(state, configured, now, cancellation) : null;
            var json = new JsonObject { ["resource"] = resource.Id, ["resumed"] = ended };
            if (remaining is not null)
            {
                json["remaining"] = remaining;
            }

            await cli.Out.WriteLineAsync(
                output == OutputFormat.Json
                    ? json.ToJsonString()
                    : UntrustedText.Sanitize($"{resource.Id} {what}.{(remaining is null ? "" : $" {remaining}")}")
            );
            return ExitCodes.Success;
        }

        if (request.Units is { } units && FindPinProblem(units, resource, config.Value.Rules, settings.Value) is { } problem)
        {
            throw CommandException.CreateUsage(problem);
        }

        var pause = new ScalingPause
        {
            ResourceId = resource.Id,
            Scaling = request.Scaling,
            Units = request.Units,
            Author = author,
            Reason = reason,
            At = now,
            Until = request.Until is { } text ? ParseEnd(text, now, settings.Value.TimeZone) : null,
        };
        if (!await ScalingPauses.PauseAsync(state, resource, pause, cancellation))
        {
            throw CommandException.CreateUnreachable("someone else paused it at the same time: try again.");
        }

        await cli.Out.WriteLineAsync(
            output == OutputFormat.Json
                ? PauseOutput.CreateNode(pause).ToJsonString()
                : UntrustedText.Sanitize(PauseOutput.FormatText(pause))
        );
        return ExitCodes.Success;
    }

    /// <param name="held">What held for the resource; null = nothing did.</param>
    private static string DescribeEnd(FleetResource resource, ScalingPause? held, bool ended, string? place, SettingsSource settings)
    {
        var owner =
            held is null || string.Equals(held.ResourceId, resource.Id, StringComparison.OrdinalIgnoreCase)
                ? null
                : ResourceIds.GetName(held.ResourceId);
        return ended ? $"is no longer {(held?.Units is null ? "paused" : "pinned")}"
            : owner is null ? "was not paused or pinned by a person"
            : $"is held with {owner}, for which a person has set it: end it there, with "
                + $"'advisor pause {owner} --end --reason TEXT{SuggestedCommand.FormatState(place)}"
                + $"{SuggestedCommand.FormatSettings(settings)}'";
    }

    private static string? FindPinProblem(int units, FleetResource resource, RuleSet rules, ResourceSettings settings) =>
        ResourcePin.FindProblem(units, rules.GetCatalog(resource.Service).Find(resource.Sku), settings, resource.Units);

    private static DateTimeOffset ParseEnd(string text, DateTimeOffset now, TimeZoneInfo? zone) =>
        InstantText.ParseEnd(text, now, zone, out var problem)
        ?? throw CommandException.CreateUsage($"--until: {UntrustedText.Sanitize(problem!)}");
}
