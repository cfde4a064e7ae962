using System.Text.RegularExpressions;

namespace Advisor.Configuration.Routing;

/// <summary>Reference to a secret. Settings never contain the secret itself.</summary>
/// <param name="Vault">Identifier of the secret in a key vault; null if it is in the environment.</param>
public sealed partial record SecretReference(string? Variable, Uri? Vault)
{
    private const string EnvironmentPrefix = "env:";
    private const string VaultPrefix = "keyvault:";

    // Public, China, US Government: Azure Key Vault documentation, "Vault name and object name".
    private static readonly string[] VaultDomains = ["vault.azure.net", "vault.azure.cn", "vault.usgovcloudapi.net"];

    /// <summary>
    /// Parses <c>env:NAME</c> or <c>keyvault:https://VAULT.vault.azure.net/secrets/NAME</c>; null for any other text, which may be a
    /// secret: do not print it.
    /// </summary>
    public static SecretReference? Parse(string text)
    {
        if (text.StartsWith(EnvironmentPrefix, StringComparison.Ordinal))
        {
            var name = text[EnvironmentPrefix.Length..];
            return name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_') ? new SecretReference(name, null) : null;
        }

        return
            text.StartsWith(VaultPrefix, StringComparison.Ordinal)
            && Uri.TryCreate(text[VaultPrefix.Length..], UriKind.Absolute, out var secret)
            && secret is { Scheme: "https", UserInfo: "", Query: "", Fragment: "" }
            && VaultPathPattern().IsMatch(secret.AbsolutePath)
            && FindVaultDomain(secret) is not null
            ? new SecretReference(null, secret)
            : null;
    }

    /// <summary>Returns the key vault domain of a URL; null if it is not one of Azure's.</summary>
    public static string? FindVaultDomain(Uri address) =>
        VaultDomains.FirstOrDefault(domain => address.Host.EndsWith("." + domain, StringComparison.OrdinalIgnoreCase));

    /// <summary>Returns the reference as written in the settings; not a secret.</summary>
    public override string ToString() => Vault is null ? EnvironmentPrefix + Variable : VaultPrefix + Vault;

    /// <summary>Returns a command that asks for the secret and puts it there; neither history nor screen has it then.</summary>
    /// <param name="forPowerShell">Whether the command is for PowerShell, of Windows too; otherwise for bash and zsh.</param>
    public string FormatCommand(bool forPowerShell)
    {
        string Ask(string name) => $"[Net.NetworkCredential]::new('', (Read-Host {name} -AsSecureString)).Password";
        if (Vault is null)
        {
            return forPowerShell ? $"$env:{Variable} = {Ask(Variable!)}" : $"read -rs {Variable} && export {Variable}";
        }

        var set = $"az keyvault secret set --vault-name {Vault.Host.Split('.')[0]} --name {Vault.Segments[2].Trim('/')} -o none --file";
        // From a file: az is a script of cmd there, to which an & in an argument ends the command.
        return forPowerShell
            ? $"$f = New-TemporaryFile; [IO.File]::WriteAllText($f, {Ask("SECRET")}); {set} $f; Remove-Item $f"
            : $"read -rs SECRET && printf %s \"$SECRET\" | {set} /dev/stdin";
    }

    // A name, and a version if any: Azure Key Vault documentation, "Object identifiers". No shell acts on such a name.
    [GeneratedRegex("^/secrets/[0-9A-Za-z-]{1,127}(/[0-9A-Za-z]+)?/?$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex VaultPathPattern();
}

/// <summary>Access to key vaults, and to the tokens of Advisor's own sign-in to Azure.</summary>
public interface IAzureSecrets
{
    /// <summary>Returns the value, or null if there is none or it cannot be read. Throws only on cancellation.</summary>
    Task<string?> ReadAsync(Uri secret, CancellationToken cancellation);

    /// <summary>Returns why the last read failed and what to do, as the end of a sentence; null when unknown.</summary>
    string? FindProblem(Uri secret) => null;

    /// <summary>Returns an access token for a scope, or null if the sign-in fails. Throws only on cancellation.</summary>
    Task<string?> FindTokenAsync(string scope, CancellationToken cancellation) => Task.FromResult<string?>(null);
}
