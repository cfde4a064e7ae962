namespace Advisor.Azure.Resources;

/// <summary>Links, or tokens, from each page of a list to the next one.</summary>
/// <param name="path">Path of the list.</param>
internal sealed class PageLinks(string path)
{
    private readonly HashSet<string> followed = new(StringComparer.Ordinal);

    /// <summary>Adds a link that is followed next.</summary>
    /// <exception cref="InvalidResponseException">
    /// The list has no end: it was there before, or <see cref="ArmPages.MaxPages"/> pages were read.
    /// </exception>
    public string Add(string next) =>
        !followed.Add(next) ? throw new InvalidResponseException($"The list {path} does not end: a page leads back to one before it.")
        : followed.Count == ArmPages.MaxPages ? throw ArmPages.CreateTooManyPagesException(path)
        : next;
}
