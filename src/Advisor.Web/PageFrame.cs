namespace Advisor.Web;

/// <summary>Frame of a page: what surrounds its content.</summary>
/// <param name="Title">Heading and window title; plain text.</param>
/// <param name="AssetBase">Base path of the stylesheet and the modules, such as "/open/assets/HASH".</param>
public sealed record PageFrame(string Title, string AssetBase)
{
    /// <summary>Kind of page, in a word or two above the heading; null leaves it out.</summary>
    public string? Kind { get; init; }

    /// <summary>Whether the page uses the full width, for tables and charts; pages to read or answer stay narrow.</summary>
    public bool IsWide { get; init; }

    /// <summary>Navigation of the host for readers of this page; empty for those who came by the link of a notification.</summary>
    public IReadOnlyList<NavigationLink> Navigation { get; init; } = [];

    /// <summary>Where the page leads back to, such as the resource that was answered about; null when it leads nowhere.</summary>
    public NavigationLink? Back { get; init; }

    /// <summary>Additional stylesheet, the name of one of the <see cref="PageAssets"/>; null when there is none.</summary>
    public string? Stylesheet { get; init; }

    /// <summary>Library that <see cref="Module"/> uses, the name of one of the <see cref="PageAssets"/>; null when there is none.</summary>
    public string? Library { get; init; }

    /// <summary>ES module of the page, the name of one of the <see cref="PageAssets"/>; null when the page runs no script.</summary>
    public string? Module { get; init; }
}

/// <summary>An entry of the navigation.</summary>
/// <param name="IsCurrent">Whether it leads to the current page.</param>
public sealed record NavigationLink(string Text, string Address, bool IsCurrent = false);
