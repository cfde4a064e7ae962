using Advisor.Configuration.Yaml;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Cli.Inputs;

/// <summary>Finds the resource that a user names among those that were found.</summary>
internal static class NamedResource
{
    /// <param name="name">Name or id.</param>
    /// <param name="identify">Returns the id and the name of a resource.</param>
    /// <param name="option">Where to use the id of one of several: " with --explain".</param>
    /// <exception cref="CommandException">None, or several, are named so.</exception>
    public static T Find<T>(IReadOnlyCollection<T> all, string name, Func<T, (string Id, string Name)> identify, string option = "")
    {
        var found = all.Where(one => IsNamed(identify(one), name)).ToList();
        if (found.Count == 1)
        {
            return found[0];
        }

        var shown = UntrustedText.Sanitize(name);
        if (found.Count > 1)
        {
            throw CommandException.CreateUsage($"{found.Count} resources are named '{shown}': use the id of one{option}.");
        }

        var nearest = NameSuggestions.FindNearest(name, all.Select(one => identify(one).Name));
        throw CommandException.CreateNotFound(
            $"there is no resource '{shown}' among the {Wording.FormatNumber(all.Count)} that were found."
                + (nearest is null ? "" : $" Did you mean '{UntrustedText.Sanitize(nearest)}'?")
        );
    }

    /// <summary>Whether a resource has this name or id.</summary>
    public static bool IsNamed((string Id, string Name) resource, string name) =>
        name.Equals(resource.Id, StringComparison.OrdinalIgnoreCase) || name.Equals(resource.Name, StringComparison.OrdinalIgnoreCase);
}
