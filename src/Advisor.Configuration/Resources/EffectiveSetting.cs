namespace Advisor.Configuration.Resources;

/// <summary>Place that a setting of a resource comes from; of several places that state it, the last one here applies.</summary>
public enum SettingPlace
{
    /// <summary>Stated nowhere: the default of Advisor or of the rules.</summary>
    Default,

    /// <summary><c>defaults</c> of the file.</summary>
    Defaults,

    /// <summary>A team or a route of the file.</summary>
    Team,

    /// <summary>An entry of <c>resources</c> of the file.</summary>
    Entry,

    /// <summary>A tag of the resource.</summary>
    Tag,

    /// <summary>A person, who paused the resource or pinned its size in the state.</summary>
    Person,
}

/// <param name="Line">Line in the file, from 1; null where it is not known or the place is not in the file.</param>
/// <param name="Detail">
/// Pattern of the entry, name of the team or name of the tag; who and why for a person; null for the other places.
/// </param>
public sealed record SettingOrigin(SettingPlace Place, int? Line = null, string? Detail = null)
{
    /// <summary>Describes the place: <c>default</c>, <c>advisor.yaml:12 (resources: chat-*)</c>, <c>tag advisor-mode</c>.</summary>
    /// <param name="file">Name of the file as the user gave it.</param>
    public string Describe(string file)
    {
        var place = Line is { } line ? $"{file}:{line.ToString()}" : file;
        return Place switch
        {
            SettingPlace.Defaults => $"{place} (defaults)",
            SettingPlace.Team => $"{place} (team {Detail})",
            SettingPlace.Entry => $"{place} (resources: {Detail})",
            SettingPlace.Tag => $"tag {Detail}",
            SettingPlace.Person => $"by {Detail}",
            _ => "default",
        };
    }
}

/// <summary>A setting in force.</summary>
/// <param name="Name">Name as in advisor.yaml, with that of its group: <c>steady.hours</c>.</param>
/// <param name="Value">Value as text, with its unit.</param>
public sealed record EffectiveSetting(string Name, string Value, SettingOrigin Origin);
