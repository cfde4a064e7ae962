namespace Advisor.Pages;

/// <summary>What stands around the content of a page.</summary>
/// <param name="Title">The heading, and the title of the window; plain text.</param>
/// <param name="AssetBase">The path of the stylesheet and the modules, such as "/open/assets/HASH".</param>
public sealed record PageFrame(string Title, string AssetBase)
{
    /// <summary>What kind of page it is, in a word or two above the heading; null leaves it out.</summary>
    public string? Kind { get; init; }

    /// <summary>
    /// Whether it holds tables and charts and takes the width of the window; a page that is read or answered stays narrow.
    /// </summary>
    public bool IsWide { get; init; }

    /// <summary>The pages that the host shows to who sees this one; empty for who came by the link of a notification.</summary>
    public IReadOnlyList<NavigationLink> Navigation { get; init; } = [];

    /// <summary>A stylesheet beside the common one, a name among the <see cref="PageAssets"/>; null where there is none.</summary>
    public string? Stylesheet { get; init; }

    /// <summary>The ES module of the page, a name among the <see cref="PageAssets"/>; null where the page runs no script.</summary>
    public string? Module { get; init; }
}

/// <summary>An entry of the navigation.</summary>
/// <param name="IsCurrent">Whether it leads to the page that is shown.</param>
public sealed record NavigationLink(string Text, string Address, bool IsCurrent = false);
