using Advisor.Cli.Inputs;
using Advisor.Configuration.Resources;
using Advisor.Configuration.Yaml;
using Advisor.Core.Text;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.SilenceAlerts;

/// <summary>Validates the names of a new silence, so that a misspelled one does not match nothing.</summary>
internal static class SilenceNames
{
    private const string Resource = "resource";

    /// <summary>Checks conditions against the rules; teams and channels against advisor.yaml if it has any.</summary>
    /// <exception cref="CommandException">A name is unknown.</exception>
    public static void Require(CliContext cli, IReadOnlyDictionary<string, string> matchers, SettingsSource settings)
    {
        var config = settings.Load(cli);
        Require("alert", config.Rules.Alerts.Conditions.Select(c => c.Id));
        if (config.Routing is { } routing)
        {
            Require("team", routing.Teams.Select(t => t.Name));
            Require("channel", routing.Channels.Select(c => c.Name));
        }

        void Require(string label, IEnumerable<string> names)
        {
            var known = names.Distinct(StringComparer.OrdinalIgnoreCase).Order(StringComparer.Ordinal).ToList();
            if (!matchers.TryGetValue(label, out var name) || known.Contains(name, StringComparer.OrdinalIgnoreCase))
            {
                return;
            }

            var hint = NameSuggestions.FindNearest(name, known) is { } near
                ? $"did you mean '{near}'?"
                : $"known: {string.Join(", ", known)}.";
            throw CommandException.CreateUsage($"--match: unknown {label} '{UntrustedText.Sanitize(name)}'; {hint}");
        }
    }

    /// <summary>Replaces the name of a resource by its id, which is what alerts are matched with, and says so.</summary>
    /// <exception cref="CommandException">The state has no resource of that name, or several.</exception>
    public static async Task<IReadOnlyDictionary<string, string>> ResolveAsync(
        CliContext cli,
        IReadOnlyDictionary<string, string> matchers,
        AdvisorState state,
        CancellationToken cancellation
    )
    {
        if (!matchers.TryGetValue(Resource, out var name) || name.StartsWith('/'))
        {
            return matchers;
        }

        var id = await StateResources.FindIdAsync(state, name, cancellation);
        await cli.Error.WriteLineAsync(UntrustedText.Sanitize($"advisor: '{name}' is {id}.").AsMemory(), cancellation);
        return new Dictionary<string, string>(matchers) { [Resource] = id };
    }

    /// <summary>Warns about a resource, team or region that nothing monitored has: it may be silenced before it is discovered.</summary>
    public static async Task WarnAsync(
        CliContext cli,
        IReadOnlyDictionary<string, string> matchers,
        AdvisorState state,
        CancellationToken cancellation
    )
    {
        var (id, region) = (matchers.GetValueOrDefault(Resource), matchers.GetValueOrDefault("region"));
        var team = matchers.GetValueOrDefault("team");
        if (id is null && region is null && team is null)
        {
            return;
        }

        var known = await StateResources.ListAsync(state, cancellation);
        if (id is not null && !known.Any(resource => IsSame(resource.Id, id)))
        {
            await WarnAsync(
                $"no monitored resource currently has the id '{id}'",
                ResourceSuggestions.FindNearestId(id, known.Select(resource => resource.Id)),
                "the resource"
            );
        }

        if (team is not null && known.Count > 0)
        {
            var teams = (await state.Evaluations.ListAsync(cancellation)).Select(record => record.Team).OfType<string>().ToList();
            if (!teams.Exists(name => IsSame(name, team)))
            {
                await WarnAsync(
                    $"no monitored resource currently belongs to the team '{team}'",
                    NameSuggestions.FindNearest(team, teams),
                    "one"
                );
            }
        }

        if (region is not null && !known.Any(resource => IsSame(resource.Region, region)))
        {
            await WarnAsync(
                $"no monitored resource is currently in the region '{region}'",
                NameSuggestions.FindNearest(region, known.Select(resource => resource.Region)),
                "one"
            );
        }

        Task WarnAsync(string what, string? near, string later)
        {
            var hint = near is null ? $"it takes effect once {later} is discovered" : $"did you mean {near}?";
            return cli.Error.WriteLineAsync(UntrustedText.Sanitize($"advisor: warning: {what}: {hint}").AsMemory(), cancellation);
        }

        static bool IsSame(string a, string? b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);
    }
}
