using Advisor.Pages.Shared;

namespace Advisor.Pages.Resources;

/// <summary>Whether scaling is paused.</summary>
/// <param name="Text">What is paused, as a sentence; null where nothing is.</param>
/// <param name="Facts">Who paused it, when and why; empty where no person did.</param>
/// <param name="Form">What the reader may do; null where nothing.</param>
public sealed record PauseView(string? Text, IReadOnlyList<Fact> Facts, PauseFormView? Form)
{
    /// <summary>Whether a person paused it and may resume it here; a tag or a setting is removed where it is set.</summary>
    public bool IsByPerson => Facts.Count > 0;
}

/// <summary>The form that pauses or resumes.</summary>
/// <param name="SignedInAs">Who acts; null where a name is asked for.</param>
public sealed record PauseFormView(FormView Form, string? SignedInAs);
