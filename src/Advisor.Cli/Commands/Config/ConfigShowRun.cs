using Advisor.Azure;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Resources;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Changes;

namespace Advisor.Cli.Commands.Config;

/// <param name="Resource">Name or id; null: the settings of a resource that no entry names.</param>
/// <param name="Azure">Where to look the resource up; where none is stated, its tags are not read.</param>
/// <param name="State">State to read a person's pause or pin from: a file, or the address of a table service; null = not read.</param>
internal sealed record ConfigShowRequest(string? Resource, SettingsSource Settings, AzureSource Azure, string? State, bool Json);

/// <summary>Shows the settings in force and where each comes from.</summary>
internal static class ConfigShowRun
{
    private static readonly Dictionary<string, string> NoTags = [];

    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CommandException">The configuration is invalid, or there is no such resource.</exception>
    public static async Task<int> RunAsync(CliContext cli, ConfigShowRequest request, CancellationToken cancellation)
    {
        var config = request.Settings.Load(cli);
        var found = request is { Resource: { } name, Azure.IsStated: true }
            ? await FindAsync(cli, request.Azure, config, name, cancellation)
            : null;
        var id = found?.Id ?? FindId(config, request.Resource);
        var effective = EffectiveSettings.Resolve(
            config,
            id,
            found?.Service ?? ResourceIds.FindService(id ?? ""),
            found?.Tags ?? NoTags,
            cli.Time.GetUtcNow()
        );
        effective = effective with { Problems = [.. effective.Problems, .. ListUncompared(config, id)] };
        id = id is ['/', ..] ? id : request.Resource;
        var readsState = id is not null && request.State is not null;
        var shown = new ShownSettings(
            id,
            UntrustedText.Sanitize(request.Settings.ConfigFile ?? ConfigurationLoader.DefaultFileName),
            TagsAreRead: found is not null,
            StateIsRead: readsState,
            readsState ? await AddPauseAsync(cli, request.State!, id!, effective, cancellation) : effective
        );
        if (request.Json)
        {
            ConfigShowOutput.WriteJson(cli.Out, shown);
        }
        else
        {
            ConfigShowOutput.WriteText(cli.Out, shown);
        }

        return ExitCodes.Success;
    }

    // Without Azure the file alone knows ids: what it states for an id holds for the resource of that name.
    private static string? FindId(AdvisorConfiguration config, string? name)
    {
        if (name is null or ['/', ..])
        {
            return name;
        }

        var ids = ListIds(config)
            .Where(pattern => pattern.IsLiteral)
            .Select(pattern => pattern.Text)
            .Concat(config.Scope.ResourceIds)
            .Where(id => NamedResource.IsNamed((id, ResourceIds.GetName(id)), name))
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .ToList();
        return ids.Count > 1 ? NamedResource.Find(ids, name, id => (id, ResourceIds.GetName(id)))
            : ids is [var found] ? found
            : ResourceIds.FromName(name) is var id && ResourceIds.FindOwner(id) is { } owner ? FindId(config, owner) + id[owner.Length..]
            : name;
    }

    // Whether a name is of an id with wildcards is not known.
    private static IEnumerable<SettingsProblem> ListUncompared(AdvisorConfiguration config, string? resource) =>
        resource is null or ['/', ..]
            ? []
            : ListIds(config)
                .Where(pattern => !pattern.IsLiteral)
                .Distinct()
                .Select(pattern => new SettingsProblem(resource, pattern.Text, "It is matched with ids: give the id of the resource."));

    private static IEnumerable<ResourcePattern> ListIds(AdvisorConfiguration config) =>
        config
            .Resources.Select(entry => entry.Match)
            .Concat(config.Schedules.SelectMany(schedule => schedule.Resources.Patterns))
            .Concat(config.Events.SelectMany(announced => announced.Resources.Patterns))
            .Where(pattern => pattern.MatchesIds);

    private static async Task<EffectiveSettings> AddPauseAsync(
        CliContext cli,
        string state,
        string resource,
        EffectiveSettings effective,
        CancellationToken cancellation
    )
    {
        var pause = await StateInput.ReadAsync(
            cli,
            state,
            async opened =>
                await ScalingPauses.FindAsync(
                    opened,
                    await StateResources.FindIdAsync(opened, resource, cancellation),
                    cli.Time.GetUtcNow(),
                    cancellation
                ),
            cancellation
        );
        var by = $"{pause?.Author}: {pause?.Reason}";
        return pause is null ? effective
            : pause.Units is { } units ? effective.WithPin(new ResourcePin(units, by) { Until = pause.Until }, by)
            : effective.WithPause(new ResourcePause(pause.Scaling, by) { Until = pause.Until }, by);
    }

    private static async Task<FleetResource> FindAsync(
        CliContext cli,
        AzureSource azure,
        AdvisorConfiguration config,
        string name,
        CancellationToken cancellation
    )
    {
        using var progress = new ProgressLine(cli);
        await using var local = await azure.StartLocalAsync(cli, cancellation);
        var scope = await azure.FindScopeAsync(cli, config, local, cancellation);
        using var connection = AzureConnection.Create(azure.CreateOptions(cli, config, local, progress));
        progress.Report(new("Finding resources"));
        var listing = await connection.Fleet.ListAsync(scope, cancellation);
        return listing is { Resources.Count: 0, Failures: [var failure, ..] }
            ? throw new CommandException(ReportExit.GetExitCode(failure.Code.ToString()), UntrustedText.Sanitize(failure.Text))
            : NamedResource.Find(listing.Resources, name, one => (one.Id, one.Name));
    }
}
