using Advisor.Web.Shared;

namespace Advisor.Web.Resource;

/// <summary>State of the pause of a resource's scaling.</summary>
/// <param name="Text">Paused directions, as a sentence; null when scaling is not paused.</param>
/// <param name="Facts">Author, time and reason of the pause; empty when it was not set by a person.</param>
/// <param name="Form">Form to pause or resume scaling; null when the reader may not act.</param>
public sealed record PauseView(string? Text, IReadOnlyList<Fact> Facts, PauseFormView? Form)
{
    /// <summary>
    /// Whether a person set the pause, so that it can be resumed here; a tag or a setting is removed where it is defined.
    /// </summary>
    public bool IsByPerson => Facts.Count > 0;
}

/// <summary>Form to pause or resume scaling.</summary>
/// <param name="SignedInAs">Signed-in person; null when the form requests a name.</param>
public sealed record PauseFormView(FormView Form, string? SignedInAs);
