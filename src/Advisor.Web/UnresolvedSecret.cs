namespace Advisor.Web;

/// <summary>A setting that is still a reference to a secret of Key Vault, because App Service could not resolve it.</summary>
public static class UnresolvedSecret
{
    /// <summary>Returns what is wrong, as one sentence; null when the value is no such reference.</summary>
    /// <param name="name">Name of the setting, as in the environment.</param>
    public static string? FindProblem(string name, string? value) =>
        value?.TrimStart().StartsWith("@Microsoft.KeyVault(", StringComparison.OrdinalIgnoreCase) == true
            ? $"{name} refers to a secret that could not be read: check its name and the identity's permission to read it."
            : null;
}
