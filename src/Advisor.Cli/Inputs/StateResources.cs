using Advisor.Configuration.Resources;
using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Advisor.Service.Store;

namespace Advisor.Cli.Inputs;

/// <summary>Finds the resources of a state that a command names.</summary>
internal static class StateResources
{
    /// <summary>Lists all resources as they were last listed, by id.</summary>
    public static async Task<IReadOnlyList<FleetResource>> ListAsync(AdvisorState state, CancellationToken cancellation)
    {
        var found = await state.Snapshots.ListResourcesAsync(cancellation);
        return [.. found.OrderBy(resource => resource.Id, StringComparer.OrdinalIgnoreCase)];
    }

    /// <param name="resource">Id, or the name of one resource in the state.</param>
    /// <exception cref="CommandException">The state has none or several of that name.</exception>
    public static async Task<string> FindIdAsync(AdvisorState state, string resource, CancellationToken cancellation)
    {
        if (resource.StartsWith('/'))
        {
            return resource;
        }

        var known = await ListAsync(state, cancellation);
        var found = known.Where(one => IsNamed(one, resource)).Select(one => one.Id).ToList();
        return found switch
        {
            [var only] => only,
            [] => throw CreateUnknown(resource, known),
            _ => throw CommandException.CreateUsage(
                $"the state has {found.Count} resources '{UntrustedText.Sanitize(resource)}'; use the id, such as "
                    + $"{UntrustedText.Sanitize(found[0])}."
            ),
        };
    }

    /// <summary>Reads a resource as it was last listed.</summary>
    /// <inheritdoc cref="FindIdAsync"/>
    public static async Task<FleetResource> ReadAsync(AdvisorState state, string resource, CancellationToken cancellation)
    {
        var known = await state.LoadAsync(await FindIdAsync(state, resource, cancellation), cancellation);
        return known.Snapshot?.ReadResource() ?? throw CreateUnknown(resource, await ListAsync(state, cancellation));
    }

    /// <summary>Checks that the state has a resource, or several, of an id or name.</summary>
    /// <exception cref="CommandException">The state has none.</exception>
    public static async Task RequireAsync(AdvisorState state, string resource, CancellationToken cancellation)
    {
        var known = await ListAsync(state, cancellation);
        if (!known.Any(one => IsNamed(one, resource)))
        {
            throw CreateUnknown(resource, known);
        }
    }

    private static bool IsNamed(FleetResource resource, string nameOrId) =>
        string.Equals(nameOrId.StartsWith('/') ? resource.Id : resource.Name, nameOrId, StringComparison.OrdinalIgnoreCase);

    private static CommandException CreateUnknown(string resource, IEnumerable<FleetResource> known)
    {
        var ids = known.Select(one => one.Id);
        var near = resource.StartsWith('/')
            ? ResourceSuggestions.FindNearestId(resource, ids)
            : ResourceSuggestions.FindNearestName(resource, ids);
        var hint = near is null ? "." : $"; did you mean '{UntrustedText.Sanitize(near)}'?";
        return CommandException.CreateNotFound($"the state has no resource '{UntrustedText.Sanitize(resource)}'{hint}");
    }
}
